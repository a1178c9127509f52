using System.Globalization;
using System.Text;

namespace IwTune.Agent.Engine;

/// <summary>
/// The log as a file beside the state, for systems without a journal. It never takes more than twice its limit: when it is full it becomes
/// <c>….1</c> and replaces the previous one. What cannot be written is left out; a full disk must not stop the agent.
/// </summary>
/// <param name="path">The file; its directory must exist, or nothing is written.</param>
/// <param name="time">Dates every line, in UTC.</param>
/// <param name="limit">Bytes.</param>
public sealed class LogFile(string path, TimeProvider time, int limit = 1 << 20)
{
    /// <summary>Its name in a state directory.</summary>
    public const string Name = "agent.log";

    private const int LongestLine = 32 << 10;

    private readonly object _gate = new();

    /// <summary>Adds a line; further lines in it are indented.</summary>
    public void Write(LogSeverity severity, string line)
    {
        var text = (line.Length > LongestLine ? line[..LongestLine] : line).ReplaceLineEndings("\n    ");
        var written = Encoding.UTF8.GetBytes(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{time.GetUtcNow():yyyy-MM-dd'T'HH:mm:ss.fff'Z'} "
                    + $"{severity switch { LogSeverity.Error => "error", LogSeverity.Warning => "warning", _ => "info" }} {text}\n"
            )
        );
        lock (_gate)
        {
            try
            {
                Append(written);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // The event log has the line.
            }
        }
    }

    private void Append(byte[] written)
    {
        if (File.Exists(path) && new FileInfo(path).Length + written.Length > limit)
            File.Move(path, path + ".1", overwrite: true);
        // Opened for each line, so that another process can read it or move it away.
        using var file = new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        file.Write(written);
    }
}
