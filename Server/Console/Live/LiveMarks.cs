using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage;

namespace IwTune.Server.Console.Live;

/// <summary>What an open page has seen of the store, so that a look at it tells what changed since.</summary>
/// <param name="database">The store.</param>
/// <param name="host">The host that the page shows, or <see langword="null"/> for a page about many.</param>
internal sealed class LiveMarks(Database database, FleetHost? host)
{
    private (long Decisions, long Reports) _written = database.Written;
    private (Presence? Presence, long Reported) _host = Of(host);

    /// <summary>What the page has seen now, as text: it brings the text when it opens another stream.</summary>
    public string Seen => Text(_written);

    public static string Text((long Decisions, long Reports) written) => $"{written.Decisions}.{written.Reports}";

    /// <param name="seen">
    /// What the page saw before, from this server or another one; <see langword="null"/> when it does not say. A text that this server
    /// would not write now means that something may have changed.
    /// </param>
    public string ChangedSince(string? seen) => seen == Seen ? "" : "decisions reports host";

    /// <returns>
    /// <c>decisions</c>, <c>reports</c> and <c>host</c>, as far as such a thing changed since the last call, separated by spaces.
    /// </returns>
    public string Changed()
    {
        var (before, known) = (_written, _host);
        (_written, _host) = (database.Written, Of(host));
        return string.Join(
            ' ',
            new[]
            {
                _written.Decisions == before.Decisions ? "" : "decisions",
                _written.Reports == before.Reports ? "" : "reports",
                _host == known ? "" : "host",
            }.Where(word => word.Length > 0)
        );
    }

    private static (Presence?, long) Of(FleetHost? host) => (host?.Presence, host?.Reported ?? 0);
}
