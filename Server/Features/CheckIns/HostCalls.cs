using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;

namespace IwTune.Server.Features.CheckIns;

/// <summary>A stranger's call is refused before anything reads its body. How a host that is known stands is judged by each call.</summary>
internal sealed class HostCalls(HostDirectory hosts)
{
    public Task KnowAsync(HttpContext context, RequestDelegate next) =>
        IsStranger(context) ? HostGate.Unknown(context).ExecuteAsync(context) : next(context);

    private bool IsStranger(HttpContext context) =>
        context.GetEndpoint()?.Metadata.GetMetadata<HostOnly>() is { KnownFirst: true }
        && HostGate.Find(context, hosts).Age == SecretAge.None;
}
