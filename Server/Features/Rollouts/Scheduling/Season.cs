using System.Globalization;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Scheduling;

/// <summary>Whether a ring may start at this moment.</summary>
internal static class Season
{
    /// <returns>What it waits for; <see langword="null"/> when it may start.</returns>
    public static async Task<string?> ClosedAsync(DbSession db, TimeProvider clock, RolloutRules rules)
    {
        var now = clock.GetUtcNow();
        if (await FreezeQueries.InForceAsync(db, clock.Now()) is { } freeze)
            return $"for the freeze of {Actors.Name(freeze.Author)} to end, {Text(freeze.Until)}: {freeze.Reason.TrimEnd('.')}";
        var windows = rules.Windows.Select(text => ChangeWindow.Parse(text).Window).OfType<ChangeWindow>().ToList();
        if (windows.Count == 0 || windows.Exists(window => window.Holds(now)))
            return null;
        var next = windows.Select(window => (At: window.Next(now), window.Text)).MinBy(one => one.At);
        return $"for the change window {next.Text}, which opens {Text(next.At)}";
    }

    /// <summary>Of an approved rollout: when its next ring starts.</summary>
    public static async Task<string> SentenceAsync(DbSession db, TimeProvider clock, RolloutRow row, RolloutRules rules) =>
        !row.Emergency && await ClosedAsync(db, clock, rules) is { } closed
            ? RolloutSentences.Waits(row, rules.Rings.Count, closed)
            : RolloutSentences.Starts(row, rules.Rings.Count);

    private static string Text(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture);
}
