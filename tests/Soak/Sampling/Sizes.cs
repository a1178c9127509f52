using System.Globalization;

namespace IwTune.Soak.Sampling;

/// <summary>What a program takes of the system, read from outside of it.</summary>
internal static class Sizes
{
    /// <summary>Open descriptors of a process.</summary>
    public static double Descriptors(int process) => Directory.GetFileSystemEntries($"/proc/{process}/fd").Length;

    /// <summary>Threads of a process.</summary>
    public static double Threads(int process) =>
        double.Parse(
            System.IO.File.ReadLines($"/proc/{process}/status").First(line => line.StartsWith("Threads:", StringComparison.Ordinal))[
                "Threads:".Length..
            ],
            CultureInfo.InvariantCulture
        );

    /// <summary>Bytes of a file, 0 without it.</summary>
    public static double File(string path) => new FileInfo(path) is { Exists: true } file ? file.Length : 0;

    /// <summary>Bytes of all files below a folder, 0 without it.</summary>
    public static double Folder(string path) =>
        Directory.Exists(path) ? Directory.EnumerateFiles(path, "*", SearchOption.AllDirectories).Sum(File) : 0;
}
