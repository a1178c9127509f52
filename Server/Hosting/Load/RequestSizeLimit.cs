using Microsoft.AspNetCore.Http.Metadata;

namespace IwTune.Server.Hosting.Load;

/// <summary>The largest body an endpoint reads, in bytes; more is answered with 413.</summary>
internal sealed class RequestSizeLimit(long bytes) : IRequestSizeLimitMetadata
{
    public long? MaxRequestBodySize => bytes;
}
