using System.Text.Json;
using IwTune.Agent.Engine.State;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Surveying;

/// <summary>
/// The readings of all surveys, a JSON line each, in the order in which they were taken. Lines are only added: one that was torn by a crash
/// or a full disk is passed over, and the next one begins a line of its own.
/// </summary>
/// <param name="path">The file.</param>
internal sealed class SurveyHistory(string path)
{
    /// <summary>Its name in a state directory.</summary>
    public const string Name = "surveys.jsonl";

    private const byte LineFeed = (byte)'\n';

    public string Path => path;

    /// <summary>Makes the file when it is not there, so that a place that cannot be written is found before a host is asked.</summary>
    /// <exception cref="StateUnusableException">It cannot be written.</exception>
    public void Open() => Write([]);

    /// <summary>Adds a reading; it is on the disk when this returns.</summary>
    /// <exception cref="StateUnusableException">The disk does not take it; the file is as before.</exception>
    public void Append(SurveyLine line) => Write([.. JsonSerializer.SerializeToUtf8Bytes(line, SurveyJson.Default.SurveyLine), LineFeed]);

    /// <summary>Every whole line, and how many others there are.</summary>
    /// <exception cref="StateUnusableException">The file cannot be read.</exception>
    public (IReadOnlyList<SurveyLine> Lines, int Damaged) Read()
    {
        var (lines, damaged) = (new List<SurveyLine>(), 0);
        var content = Content().AsSpan();
        while (content.Length > 0)
        {
            var end = content.IndexOf(LineFeed) is >= 0 and var found ? found : content.Length;
            if (Parse(content[..end]) is { } line)
                lines.Add(line);
            else if (end > 0)
                damaged++;
            content = content[Math.Min(end + 1, content.Length)..];
        }
        return (lines, damaged);
    }

    /// <summary>The readings of the survey that began last; <see langword="null"/> when there is none.</summary>
    /// <exception cref="StateUnusableException">The file cannot be read.</exception>
    public Survey? Last()
    {
        var lines = Read().Lines;
        if (lines.Count == 0)
            return null;
        var started = lines.Max(line => line.Survey);
        return new Survey
        {
            Format = Survey.CurrentFormat,
            Started = started,
            Readings = [.. lines.Where(line => line.Survey == started).Select(line => line.Reading)],
        };
    }

    private static SurveyLine? Parse(ReadOnlySpan<byte> text)
    {
        try
        {
            return
                JsonSerializer.Deserialize(text, SurveyJson.Default.SurveyLine) is { Reading: { } reading } line
                && !SurveyRules.Problems(reading).Any()
                ? line
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private byte[] Content()
    {
        try
        {
            return SharedFile.ReadAllBytes(path);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StateUnusableException($"The history {path} cannot be read: {e.Message} Name another with --history.", e);
        }
    }

    private void Write(byte[] line)
    {
        try
        {
            var isNew = !File.Exists(path);
            using (var file = PrivateFile.Create(path, FileMode.OpenOrCreate))
            {
                var end = file.Length;
                if (end > 0 && line.Length > 0 && LastByte(file) != LineFeed)
                    line = [LineFeed, .. line];
                try
                {
                    RandomAccess.Write(file.SafeFileHandle, line, end);
                    RandomAccess.FlushToDisk(file.SafeFileHandle);
                }
                catch (IOException)
                {
                    RandomAccess.SetLength(file.SafeFileHandle, end);
                    throw;
                }
            }
            if (isNew)
                DurableFile.FlushDirectoryOf(System.IO.Path.GetFullPath(path));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StateUnusableException($"The history {path} cannot be written: {e.Message} Name another with --history.", e);
        }
    }

    private static byte LastByte(FileStream file)
    {
        Span<byte> last = stackalloc byte[1];
        _ = RandomAccess.Read(file.SafeFileHandle, last, file.Length - 1);
        return last[0];
    }
}
