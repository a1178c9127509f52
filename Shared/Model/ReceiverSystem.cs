namespace IwTune.Shared.Model;

/// <summary>A system and the first receive window that it is known to announce.</summary>
/// <param name="Name">The system and its releases.</param>
/// <param name="Source">Who says so.</param>
/// <param name="FirstHops">Time to live that its packets start with: 64 or 128.</param>
/// <param name="Window">Bytes in its SYN, by the bytes of a segment.</param>
/// <param name="Scales">Window scales that it announces; <see langword="null"/> for any, -1 for none.</param>
public sealed record ReceiverSystem(string Name, string Source, int FirstHops, Func<int, long> Window, IReadOnlyList<int>? Scales = null)
{
    /// <summary>Whether a receiver may be this system. Others may announce the same.</summary>
    public bool Fits(ReceiverHello hello) =>
        hello.FirstHops == FirstHops
        && (Scales is null || Scales.Contains(hello.Scale ?? -1))
        && hello.Segments.Any(segment => Window(segment) == hello.Window);
}
