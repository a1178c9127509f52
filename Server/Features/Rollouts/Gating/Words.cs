using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Formatting;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>Numbers in a gate's sentences.</summary>
internal static class Words
{
    public static string Text(InvariantText text) => text.ToString();

    public static string Hosts(int count) => count == 1 ? "1 host" : Text($"{count:N0} hosts");

    /// <summary>Hosts that had the revision and differ from it now.</summary>
    public static string Drifted(int count, int seconds) =>
        $"{Hosts(count)} {(count == 1 ? "has" : "have")} drifted; a host that is not repaired within {Span(seconds)} fails";

    /// <summary>Names of inputs in one line; a comma of a name does not look like one between two names.</summary>
    public static string Names(IEnumerable<GateInput> inputs) =>
        string.Join(", ", inputs.Select(input => input.Name.Split(", ") is [var name, var rest] ? $"{name} ({rest})" : input.Name));

    /// <summary><c>412 of 9,870 (4.2 %)</c>.</summary>
    public static string Of(long count, long of) => Text($"{count:N0} of {of:N0} ({Percent(Share(count, of))})");

    public static string Percent(double share) => Math.Abs(share) >= 0.1 ? Text($"{share * 100:0} %") : Text($"{share * 100:0.0#} %");

    /// <summary>A difference of shares: <c>0.62 points</c>.</summary>
    public static string Points(double difference) => Text($"{difference * 100:0.0#}");

    /// <summary>A time of the rules: <c>10 min</c>.</summary>
    public static string Span(int seconds) =>
        seconds switch
        {
            < 120 => $"{seconds} s",
            < 7200 => Text($"{seconds / 60.0:0.#} min"),
            _ => Text($"{seconds / 3600.0:0.#} h"),
        };

    public static double Share(double count, double of) => of <= 0 ? 0 : count / of;
}
