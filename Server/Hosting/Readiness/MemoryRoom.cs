using System.Globalization;

namespace IwTune.Server.Hosting.Readiness;

/// <summary>
/// Whether the server still has memory to work with: a server that is about to run out of memory still answers simple probes.
/// </summary>
internal sealed class MemoryRoom
{
    /// <summary>Of what the process may use; a container's limit counts. Beyond it a large export or report may fail.</summary>
    private const double Most = 0.9;

    private const double Mebibyte = 1 << 20;

    /// <summary>Bytes in use after the latest collection, and bytes that the process may use.</summary>
    public Func<(long Used, long May)> Read { get; set; } =
        () => GC.GetGCMemoryInfo() is var memory ? (memory.HeapSizeBytes, memory.TotalAvailableMemoryBytes) : default;

    /// <summary>What is wrong, as a sentence; <see langword="null"/> when nothing is.</summary>
    public string? Problem() =>
        Read() is var (used, may) && may > 0 && used > Most * may
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"{used / Mebibyte:N0} of the {may / Mebibyte:N0} MiB that this process may use are taken: give it more, or start it "
                    + $"again and look at what takes them"
            )
            : null;
}
