using System.Text;

namespace IwTune.Agent.Engine.State;

/// <summary>
/// Reads files that another process may be writing or replacing. On Windows an ordinary reader would keep the writer out, so that a
/// command that only looks could make the daemon fail.
/// </summary>
public static class SharedFile
{
    /// <summary>The whole file.</summary>
    /// <exception cref="IOException">It is not there, or cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public static byte[] ReadAllBytes(string path)
    {
        if (!OperatingSystem.IsWindows())
            return File.ReadAllBytes(path);
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        using var content = new MemoryStream();
        file.CopyTo(content);
        return content.ToArray();
    }

    /// <summary>The whole file as UTF-8, with or without a byte order mark.</summary>
    /// <exception cref="IOException">It is not there, or cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public static string ReadAllText(string path)
    {
        if (!OperatingSystem.IsWindows())
            return File.ReadAllText(path);
        using var reader = new StreamReader(new MemoryStream(ReadAllBytes(path)), Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
