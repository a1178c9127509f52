using System.Runtime.InteropServices;

namespace IwTune.Agent.Engine.Captures;

/// <summary>One packet as a capture holds it.</summary>
/// <param name="At">Nanoseconds since 1970; <see langword="null"/> in blocks that have no time.</param>
/// <param name="Link">Link type by the list of tcpdump.org.</param>
/// <param name="Interface">The interface of the capture that saw it.</param>
/// <param name="Length">Bytes on the link.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct CapturedFrame(long? At, int Link, int Interface, long Length)
{
    /// <summary>Bytes of a packet that are read: every header fits, the rest is skipped.</summary>
    public const int MostHead = 512;

    /// <summary>Later times are read as this one (the year 2115), so that a difference of two times never overflows.</summary>
    public const long Latest = 4_600_000_000_000_000_000;
}
