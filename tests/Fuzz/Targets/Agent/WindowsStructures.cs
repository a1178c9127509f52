using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Facts;
using IwTune.Agent.Windows.Probing;

namespace IwTune.Fuzz.Targets.Agent;

/// <summary>Structures that Windows fills, and the before-images of its targets.</summary>
internal static class WindowsStructures
{
    public static bool Read(byte[] input)
    {
        var info = WindowsTcpInfo.Parse(input);
        _ = ExtendedStatistics.Parse(input.AsSpan(0, Math.Min(input.Length, ExtendedStatistics.CongestionLength)), input);
        if (input.Length >= TcpStatistics.Length)
            _ = TcpStatistics.Parse(input);
        try
        {
            var image = WindowsImage.Read(input);
            BrokenPromiseException.Unless(
                WindowsImage.Read(image.Write()).Write().Span.SequenceEqual(image.Write().Span),
                "a before-image that is written is read again"
            );
            return true;
        }
        catch (FormatException)
        {
            return info is not null;
        }
    }
}
