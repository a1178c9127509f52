using System.Globalization;
using System.Numerics;
using IwTune.Agent.Engine.Diagnosing;

namespace IwTune.Agent.Linux.Doctor;

/// <summary>Rate × round trip, and the buffers that should hold it.</summary>
internal static class Bandwidth
{
    /// <summary>
    /// The part of a buffer that is window: tcp_adv_win_scale 1, the default until 6.6 and the first guess since (tcp_win_from_space).
    /// </summary>
    public static long WindowOf(long buffer) => buffer / 2;

    public static long RoundUp(long bytes) => (long)BitOperations.RoundUpToPowerOf2((ulong)Math.Max(1, bytes));

    /// <summary>Bytes that the largest measured path holds; <see langword="null"/> when its rate or its round trip is not known.</summary>
    public static long? Held(HostFindings host) =>
        AgentAnswers.RoundTrips(host.Agent) is { Count: > 0 } times && Fastest(host) is { } megabits ? megabits * times.Max() / 8 : null;

    /// <param name="host">The findings.</param>
    /// <param name="name">tcp_rmem or tcp_wmem.</param>
    /// <param name="usable">How many bytes on the path its largest buffer holds.</param>
    public static CheckAnswer Weigh(HostFindings host, string name, Func<long, long> usable)
    {
        if (host.Number(name, 2) is not { } most)
            return Sysctl.Missing(name);
        var window = usable(most);
        if (Held(host) is not { } held)
            return CheckAnswer.NotKnown($"{Reason(host)}; {Sysctl.Told(host, name)} {Carries(window, Fastest(host))}");
        var told = $"{Sysctl.Told(host, name)}: room for {window} B; the longest measured path holds {held} B";
        return held > window
            ? CheckAnswer.Advice(told, Sysctl.Set(name, $"{host.Number(name)} {host.Number(name, 1)} {RoundUp(held * most / window)}"))
            : CheckAnswer.Ok(told);
    }

    private static long? Fastest(HostFindings host) =>
        host.Links.Where(link => link is { IsUp: true, Speed: not null }).Select(link => link.Speed).Max();

    private static string Reason(HostFindings host) =>
        AgentAnswers.RoundTrips(host.Agent).Count == 0 ? "no round trip was measured" : "no driver reports the link's rate";

    private static string Carries(long window, long? megabits)
    {
        var rate = megabits ?? 1000;
        return string.Create(CultureInfo.InvariantCulture, $"carries {rate} Mbit/s up to {window * 8.0 / rate / 1000:0.#} ms");
    }
}
