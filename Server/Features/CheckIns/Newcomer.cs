using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.CheckIns;

/// <summary>
/// A host that enrolled or replaced its secret at another server may call here before that server's message arrives. A caller that would be
/// refused is therefore read from the store first; a few at a time, so that unknown callers delay only each other.
/// </summary>
internal sealed class Newcomer(ChangeFeed feed, HostDirectory hosts, Database database, TimeProvider clock) : IDisposable
{
    private const int AtATime = 4;
    private readonly SemaphoreSlim _places = new(AtATime, AtATime);

    public Task LookAsync(HttpContext context, RequestDelegate next) =>
        feed.IsShared && IdIn(context.Request.Headers.Authorization.ToString()) is { } id && HostGate.Admit(context, hosts, out _) is null
            ? ReadAsync(context, id, next)
            : next(context);

    private async Task ReadAsync(HttpContext context, string id, RequestDelegate next)
    {
        context.Response.Headers.WWWAuthenticate = default;
        await _places.WaitAsync(context.RequestAborted);
        try
        {
            using var turn = await database.StillAsync(context.RequestAborted);
            await HostFeed.RefreshAsync(database, hosts, clock, [id]);
        }
        finally
        {
            _places.Release();
        }
        await next(context);
    }

    public void Dispose() => _places.Dispose();

    private static string? IdIn(string header)
    {
        const string scheme = AgentPaths.HostScheme + " ";
        if (!header.StartsWith(scheme, StringComparison.OrdinalIgnoreCase))
            return null;
        var id = header[scheme.Length..].Trim().Split('.')[0];
        return Guid.TryParseExact(id, "D", out _) ? id : null;
    }
}
