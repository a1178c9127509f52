namespace IwTune.Agent.Cli;

/// <summary>Why a file of the command line cannot be read.</summary>
internal static class UnreadableFile
{
    /// <summary>A sentence. .NET reports a directory as a file to which access is denied.</summary>
    public static string Why(string path, Exception e) => Directory.Exists(path) ? "It is a directory; name a file in it." : e.Message;
}
