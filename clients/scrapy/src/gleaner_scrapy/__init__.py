"""Scrapy downloads its pages through Gleaner."""

from .failures import DownloadFailed as DownloadFailed
from .handler import GleanerDownloadHandler as GleanerDownloadHandler
