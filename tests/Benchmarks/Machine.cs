using System.Runtime.InteropServices;

namespace IwTune.Benchmarks;

/// <summary>The machine in general terms, so that figures of different machines are not compared by mistake.</summary>
/// <param name="Load">Load average of the last five minutes: the other work of the machine.</param>
internal sealed record Machine(int Cores, string Processor, string Kernel, string Distribution, string Runtime, double Load)
{
    public static Machine Here() =>
        new(
            Environment.ProcessorCount,
            Value("/proc/cpuinfo", "model name", ':'),
            File.ReadAllText("/proc/sys/kernel/osrelease").Split('-')[0].Trim(),
            Value("/etc/os-release", "PRETTY_NAME", '=').Trim('"'),
            RuntimeInformation.FrameworkDescription,
            double.Parse(File.ReadAllText("/proc/loadavg").Split(' ')[1])
        );

    public override string ToString() =>
        $"{Cores} cores, {Processor}; Linux {Kernel}; {Distribution}; {Runtime}; load average {Load:0.0} at the start";

    private static string Value(string file, string key, char separator) =>
        File.ReadLines(file).FirstOrDefault(line => line.StartsWith(key, StringComparison.Ordinal))?.Split(separator, 2)[1].Trim()
        ?? "unknown";
}
