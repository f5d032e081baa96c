"""The result of an extraction that went on as a job."""

from __future__ import annotations

from typing import Any, Dict, Mapping

from .generated import models as m
from .model import read_as

_WITHOUT_MODEL: Dict[str, Any] = {
    "mode": "algorithmic",
    "provider": None,
    "model": None,
    "input_tokens": None,
    "output_tokens": None,
    "cost_microcents": None,
    "cached": False,
}


def extraction_of(job_id: str, page: m.ScrapeResult, fields: Mapping[str, Any]) -> m.ExtractResult:
    """The job of an extraction tells of its page; this is what the request would have been answered."""
    told = page.to_dict()
    metadata = told.get("metadata") or {}
    found = told.get("content")
    formats = {"markdown": found} if isinstance(found, str) else dict(found or {})
    extracted = told.get("extraction_result", told.get("filtered_content"))
    if extracted is not None and "json" in formats:
        formats["json"] = extracted
    content = fields.get("content")
    answer = {
        "extract_id": job_id,
        "formats": formats,
        "extraction_result": extracted,
        "filtered_content": told.get("filtered_content"),
        "missing_fields": told.get("missing_fields") or metadata.get("missing_fields") or [],
        "evidence": told.get("evidence") or metadata.get("evidence"),
        "credits_used": page.billing.total_credits,
        "model_used": told.get("model_used"),
        "extraction_method": told.get("extraction_method"),
        "extraction_profile": fields.get("extraction_profile") or "auto",
        "content_size_chars": len(content) if isinstance(content, str) else page.size_bytes,
        "cache_hit": page.cached,
        "extraction_metadata": {
            **(told.get("extraction_metadata") or {**_WITHOUT_MODEL, "latency_ms": page.response_time_ms}),
            "cached": page.cached,
        },
        "warnings": told.get("warnings") or [],
    }
    made: m.ExtractResult = read_as(
        m.ExtractResult, {name: value for name, value in answer.items() if value is not None or name == "model_used"}
    )
    return made
