using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage.Feed;

namespace IwTune.Server.Features.Servers;

/// <summary>
/// While other servers' changes may be missing here, nothing is answered from memory: a call waits a moment, and is then sent to another
/// server.
/// </summary>
internal sealed class FeedGuard(ChangeFeed feed, TimeProvider clock)
{
    private const int ComeBackSeconds = 5;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);
    private static readonly string[] Told = ["/healthz", "/readyz", "/metrics", "/assets"];

    public Task GuardAsync(HttpContext context, RequestDelegate next) =>
        feed.Behind.Length > 0 && !Array.Exists(Told, path => context.Request.Path.StartsWithSegments(path, StringComparison.Ordinal))
            ? WaitAsync(context, next)
            : next(context);

    private async Task WaitAsync(HttpContext context, RequestDelegate next)
    {
        if (!await InStepAsync(context.RequestAborted))
        {
            await RefusalAnswer
                .Later(context, StatusCodes.Status503ServiceUnavailable, "This server is behind the store.", ComeBackSeconds)
                .ExecuteAsync(context);
            return;
        }
        await next(context);
    }

    private async Task<bool> InStepAsync(CancellationToken ct)
    {
        try
        {
            await feed.InStep.WaitAsync(Patience, clock, ct);
            return true;
        }
        catch (Exception late) when (late is TimeoutException or OperationCanceledException)
        {
            return false;
        }
    }
}
