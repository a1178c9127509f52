using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Templates.Netsh;

namespace IwTune.Fuzz.Targets.Agent;

/// <summary>The output of netsh in any language, cut off or not.</summary>
internal static class Netsh
{
    private const int LargestWindow = 255;

    public static bool Read(byte[] input)
    {
        _ = NetshGlobal.Read(input);
        var (block, problem) = NetshSupplemental.Read(NetshText.Cut(input));
        BrokenPromiseException.Unless(block is null == problem.Length > 0, "a block is read, or there is a reason");
        BrokenPromiseException.Unless(block is null or { InitialCongestionWindow: > 0 and <= LargestWindow }, "a window is one");
        _ = new NetshRun(0, input).Said;
        var version = new WindowsVersion(20348, Server: true);
        var reading = new NetshReader(new Always(input), version).ReadAsync(CancellationToken.None).AsTask();
        BrokenPromiseException.Unless(reading.IsCompletedSuccessfully, "what was printed is read at once");
        return reading.Result.Succeeded;
    }

    private sealed class Always(byte[] output) : INetsh
    {
        public ValueTask<NetshRun> RunAsync(NetshCommand command, CancellationToken ct) => new(new NetshRun(0, output));
    }
}
