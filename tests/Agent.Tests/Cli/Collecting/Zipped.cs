using System.IO.Compression;

namespace IwTune.Agent.Tests.Cli.Collecting;

/// <summary>A collected zip, unpacked in memory.</summary>
internal static class Zipped
{
    public static Dictionary<string, byte[]> Read(string file)
    {
        using var zip = ZipFile.OpenRead(file);
        return zip.Entries.ToDictionary(entry => entry.FullName, Bytes, StringComparer.Ordinal);
    }

    private static byte[] Bytes(ZipArchiveEntry entry)
    {
        using var stream = entry.Open();
        using var copy = new MemoryStream();
        stream.CopyTo(copy);
        return copy.ToArray();
    }
}
