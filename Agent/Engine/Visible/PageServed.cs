using System.Net;

namespace IwTune.Agent.Engine.Visible;

/// <summary>What the server saw of a page it served.</summary>
/// <param name="Peer">Who asked.</param>
/// <param name="Figures">What was known before.</param>
/// <param name="Rounds">
/// Round trips by the system's own counters; <see langword="null"/> where it does not report them, or they passed faster than it can be
/// read.
/// </param>
/// <param name="Took">From the write to the last acknowledgement; <see langword="null"/> when it was not seen.</param>
/// <param name="SegmentsAgain">Segments retransmitted; <see langword="null"/> where the system does not report it.</param>
/// <param name="Acknowledged">Time since the write, and bytes acknowledged by then.</param>
internal sealed record PageServed(
    IPEndPoint Peer,
    PageFigures Figures,
    int? Rounds,
    TimeSpan? Took,
    int? SegmentsAgain,
    IReadOnlyList<(TimeSpan At, long Bytes)> Acknowledged
)
{
    /// <summary>In words, for the page and the terminal.</summary>
    public string Text
    {
        get
        {
            if (Took is not { } took)
                return SegmentsAgain is null ? "unknown on this system" : "the end was not acknowledged";
            var rounds = Rounds switch
            {
                null => "too fast to count rounds",
                1 => "1 round",
                var many => $"{many} rounds",
            };
            var again = SegmentsAgain switch
            {
                0 => "nothing retransmitted",
                1 => "1 segment retransmitted",
                var many => $"{many} segments retransmitted",
            };
            return FormattableString.Invariant($"{rounds}, everything acknowledged after {took.TotalMilliseconds:0.#} ms, {again}");
        }
    }
}
