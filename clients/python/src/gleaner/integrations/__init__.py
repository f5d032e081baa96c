"""Loaders of documents for frameworks. Each needs the framework's own package."""
