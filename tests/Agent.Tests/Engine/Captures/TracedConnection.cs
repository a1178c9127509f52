using System.Globalization;
using System.Text.RegularExpressions;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Engine.Captures;

/// <summary>What `tcptrace -l` says of a connection that a client opened.</summary>
/// <param name="text">Its lines, two columns each: the client's and the server's.</param>
internal sealed partial class TracedConnection(string text)
{
    /// <summary>Of the handshake, milliseconds: the parts of both sides.</summary>
    public double RoundTrip =>
        double.Parse(Word("RTT from 3WHS", ofServer: false), CultureInfo.InvariantCulture)
        + double.Parse(Word("RTT from 3WHS", ofServer: true), CultureInfo.InvariantCulture);

    /// <summary>Packets of the server's initial window.</summary>
    public long Packets => long.Parse(InitialPackets().Match(text).Groups[1].Value, CultureInfo.InvariantCulture);

    /// <summary>Every connection of a capture, in the order of their SYNs.</summary>
    public static IReadOnlyList<TracedConnection> AllOf(string file) =>
        [.. Start().Split(Commands.Run("tcptrace", "-n", "-l", "-r", file)).Skip(1).Select(part => new TracedConnection(part))];

    public long Number(string label, bool ofServer = true) => long.Parse(Word(label, ofServer), CultureInfo.InvariantCulture);

    /// <summary>The first value with this label.</summary>
    public string Word(string label, bool ofServer = true)
    {
        var values = Regex.Matches(text, Regex.Escape(label) + @":\s+(\S+)");
        Assert.True(values.Count >= 2, $"tcptrace does not say '{label}': {text}");
        return values[ofServer ? 1 : 0].Groups[1].Value;
    }

    [GeneratedRegex(@"^TCP connection \d+:", RegexOptions.Multiline)]
    private static partial Regex Start();

    [GeneratedRegex(@"initial window:\s+\d+ pkts\s+initial window:\s+(\d+) pkts")]
    private static partial Regex InitialPackets();
}
