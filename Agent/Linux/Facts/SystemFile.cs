namespace IwTune.Agent.Linux.Facts;

/// <summary>Small text files of the system. What cannot be read is empty: facts are reported as far as they are known.</summary>
internal static class SystemFile
{
    public static string Line(string path) => Lines(path) is [var first, ..] ? first.Trim() : "";

    public static string[] Lines(string path)
    {
        try
        {
            return File.ReadAllLines(path);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
