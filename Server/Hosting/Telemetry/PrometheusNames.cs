using System.Text;

namespace IwTune.Server.Hosting.Telemetry;

/// <summary>
/// Names as Prometheus has them (prometheus.io/docs/practices/naming): words with underscores, the unit in full, <c>_total</c> for what
/// only grows.
/// </summary>
internal static class PrometheusNames
{
    /// <summary>A gauge must not end in <c>_count</c>: that is a histogram's own.</summary>
    private static readonly Dictionary<string, string> Renamed = new(StringComparer.Ordinal)
    {
        ["dotnet.thread_pool.thread.count"] = "dotnet_thread_pool_threads",
        ["dotnet.thread_pool.work_item.count"] = "dotnet_thread_pool_work_items",
        ["dotnet.timer.count"] = "dotnet_timers",
        ["dotnet.assembly.count"] = "dotnet_assemblies",
        ["dotnet.process.cpu.count"] = "dotnet_process_cpus",
    };

    public static bool IsLeftOut(string instrument) =>
        instrument is "dotnet.jit.compiled_il.size" or "dotnet.jit.compiled_methods" or "dotnet.jit.compilation.time";

    public static string Of(string instrument, string unit, bool grows)
    {
        var name = Renamed.GetValueOrDefault(instrument) ?? Word(instrument);
        var suffix = unit switch
        {
            "s" => "_seconds",
            "By" => "_bytes",
            "1" when !grows => "_ratio",
            _ => "",
        };
        if (suffix.Length > 0 && !name.EndsWith(suffix, StringComparison.Ordinal))
            name += suffix;
        return grows && !name.EndsWith("_total", StringComparison.Ordinal) ? name + "_total" : name;
    }

    public static string Word(string name)
    {
        var word = new StringBuilder(name.Length);
        foreach (var c in name)
            word.Append(char.IsAsciiLetterOrDigit(c) ? c : '_');
        return word.ToString();
    }

    public static string Value(string text) =>
        text.Replace("\\", "\\\\", StringComparison.Ordinal)
            .Replace("\"", "\\\"", StringComparison.Ordinal)
            .Replace("\n", "\\n", StringComparison.Ordinal);
}
