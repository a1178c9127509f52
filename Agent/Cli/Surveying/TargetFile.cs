using System.Text;
using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Cli.Surveying;

/// <summary>Reads the list that was named.</summary>
internal static class TargetFile
{
    private const int MostBytes = 1 << 20;

    /// <exception cref="UsageException">It cannot be read, or all its problems.</exception>
    public static IReadOnlyList<SurveyTarget> Read(Terminal terminal, string file)
    {
        var name = file == "-" ? "standard input" : file;
        var (targets, problems) = TargetList.Parse(Text(terminal, file, name));
        return problems.Count == 0
            ? targets
            : throw new UsageException($"{string.Join('\n', problems.Select(problem => $"{name}:{problem}"))}\nNothing was sent.");
    }

    private static string Text(Terminal terminal, string file, string name)
    {
        try
        {
            using var from = file == "-" ? terminal.Bytes() : File.OpenRead(file);
            var bytes = new byte[MostBytes + 1];
            var read = from.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
            if (read > MostBytes)
                throw new UsageException($"{name}: a list has at most {MostBytes} bytes. Nothing was sent.");
            using var text = new StreamReader(new MemoryStream(bytes, 0, read), Encoding.UTF8);
            return text.ReadToEnd();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException)
        {
            throw new UsageException(
                $"{name} cannot be read: {UnreadableFile.Why(file, e)} Check the name and its permissions. Nothing was sent.",
                e
            );
        }
    }
}
