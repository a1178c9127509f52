using System.Globalization;
using System.Net;
using IwTune.Agent.Engine.RoundTrips;

namespace IwTune.Agent.Cli.Output.Pages;

/// <summary>The round-trip times to a host, for people.</summary>
internal static class RttPage
{
    /// <param name="terminal">Where to write.</param>
    /// <param name="measured">What was measured.</param>
    /// <param name="silent">Ports to compare that did not answer.</param>
    public static void Write(Terminal terminal, MeasuredRtt measured, IReadOnlyList<RoundTripSamples> silent)
    {
        var at = new IPEndPoint(IPAddress.Parse(measured.Address), measured.Port);
        terminal.Say($"{(measured.Host == measured.Address ? at : $"{measured.Host} ({at})")}: {Text(measured.MedianMs)} ms", hanging: 0);
        Columns.Write(
            terminal.Out,
            [
                ("min", $"{Text(measured.MinMs)} ms"),
                ("median", $"{Text(measured.MedianMs)} ms"),
                ("p90", $"{Text(measured.P90Ms)} ms"),
                (
                    "connections",
                    measured.Lost == 0
                        ? $"{measured.SamplesMs.Count}"
                        : $"{measured.SamplesMs.Count} of {measured.SamplesMs.Count + measured.Lost}; the others failed or lost a packet"
                ),
            ]
        );
        if (measured.Compared.Count + silent.Count > 0)
            Compare(terminal, measured, silent);
    }

    private static void Compare(Terminal terminal, MeasuredRtt measured, IReadOnlyList<RoundTripSamples> silent)
    {
        terminal.Out.WriteLine();
        var table = new Table(
            ("PORT", Align.Right),
            ("MIN ms", Align.Right),
            ("MSS", Align.Right),
            ("SCALE", Align.Right),
            ("SACK", Align.Left),
            ("TIME STAMPS", Align.Left)
        );
        foreach (var one in measured.Compared.Prepend(measured))
        {
            var answer = one.Answer;
            table.Add(
                Number(one.Port),
                Text(one.MinMs),
                Number(answer?.Mss),
                Number(answer?.Scale),
                Offered(answer?.SelectiveAcks),
                Offered(answer?.TimeStamps)
            );
        }
        table.Write(terminal);
        foreach (var one in silent)
            terminal.Say($"Port {one.To.Port} did not answer{(one.Problem.Length > 0 ? $": {one.Problem}" : "")}.", hanging: 0);
        foreach (var sign in measured.Signs)
            terminal.Say(terminal.Paint(Ink.Attention, sign), hanging: 0);
        if (measured.Signs.Count == 0 && measured.Compared.Count > 0)
            terminal.Say("The ports answer alike. A machine that answers on all of them in place of the host does so too.", hanging: 0);
    }

    private static string Number(int? number) => number?.ToString(CultureInfo.InvariantCulture) ?? "-";

    private static string Offered(bool? offered) =>
        offered switch
        {
            true => "yes",
            false => "no",
            _ => "-",
        };

    private static string Text(double milliseconds) => milliseconds.ToString("0.0##", CultureInfo.InvariantCulture);
}
