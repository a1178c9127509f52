using System.Text.Json;
using IwTune.Agent.Linux.SystemBus;

namespace IwTune.Agent.Linux.Ownership.Networkd;

/// <summary>A running systemd-networkd of this namespace that accepts calls.</summary>
/// <param name="bus">Carries the calls.</param>
/// <param name="time">Limits waiting.</param>
internal sealed class RunningNetworkd(ISystemBus bus, TimeProvider time)
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(200);

    /// <summary>
    /// Makes it read its files again and waits until the consequences have settled: on a link whose files changed, it removes what it
    /// configured and makes it anew.
    /// </summary>
    /// <param name="interfaceIndex">The link.</param>
    /// <param name="holds">What must be true of the routes afterwards.</param>
    /// <param name="ct">Ends the wait.</param>
    /// <returns>What went wrong, as the first half of a sentence; <see langword="null"/> when it holds.</returns>
    public async ValueTask<string?> ReloadAsync(int interfaceIndex, Func<bool> holds, CancellationToken ct)
    {
        if (await bus.CallAsync(NetworkdCalls.Reload, ct) is { Trouble: { Length: > 0 } trouble })
            return $"systemd-networkd did not reload its files ({trouble})";
        // The answer comes before the link is touched, and "configured" may be the earlier state: twice in a row, some time apart.
        var (since, inARow) = (time.GetTimestamp(), 0);
        while (inARow < 2)
        {
            if (time.GetElapsedTime(since) > Limit)
                return "systemd-networkd reloaded its files, but the route did not return with the window within "
                    + $"{Limit.TotalSeconds:0} s";
            await Task.Delay(Between, time, ct);
            inARow = await IsConfiguredAsync(interfaceIndex, ct) && holds() ? inARow + 1 : 0;
        }
        return null;
    }

    private async ValueTask<bool> IsConfiguredAsync(int interfaceIndex, CancellationToken ct)
    {
        if ((await bus.CallAsync(NetworkdCalls.Describe(interfaceIndex), ct)).First?.AsText is not { } json)
            return false;
        try
        {
            using var link = JsonDocument.Parse(json);
            return link.RootElement.TryGetProperty("AdministrativeState", out var state) && state.GetString() == "configured";
        }
        catch (Exception unreadable) when (unreadable is JsonException or InvalidOperationException)
        {
            return false;
        }
    }
}
