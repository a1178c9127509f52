using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.Metadata;

namespace IwTune.Server.Console;

/// <summary>
/// Maximum size of a page's form. A policy of 256 KiB may triple in transit, since browsers escape most of its punctuation (WHATWG URL,
/// form-urlencoded).
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class FormLimitAttribute(long bytes) : Attribute, IRequestSizeLimitMetadata
{
    public const long Policy = 1024 * 1024;

    /// <summary>A capture's file, and what a form puts around it.</summary>
    public const long Capture = CaptureRules.MostBytes + 16 * 1024;

    public long? MaxRequestBodySize => bytes;
}
