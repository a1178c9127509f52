namespace IwTune.Benchmarks.Http2;

/// <summary>RFC 9113 §6; others are ignored.</summary>
internal enum FrameType : byte
{
    Data = 0,
    Headers = 1,
    Reset = 3,
    Settings = 4,
    Ping = 6,
    GoAway = 7,
    WindowUpdate = 8,
}
