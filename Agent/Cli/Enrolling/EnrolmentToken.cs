namespace IwTune.Agent.Cli.Enrolling;

/// <summary>The enrolment token: on the command line, or in a file.</summary>
internal static class EnrolmentToken
{
    /// <exception cref="UsageException">None or two are given, or the file cannot be read or is empty.</exception>
    public static string Of(string? token, string? file) =>
        (token, file) switch
        {
            ({ } given, null) => given,
            (null, { } path) => Read(path),
            (null, null) => throw new UsageException("No token is given: write --token T or --token-file FILE. Nothing was sent."),
            _ => throw new UsageException("--token and --token-file exclude each other. Nothing was sent."),
        };

    private static string Read(string path)
    {
        try
        {
            if (File.ReadLines(path).FirstOrDefault()?.Trim() is { Length: > 0 } token)
                return token;
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            throw new UsageException(
                $"--token-file: {path} cannot be read: {UnreadableFile.Why(path, unreadable)} Nothing was sent.",
                unreadable
            );
        }
        throw new UsageException($"--token-file: the first line of {path} is empty. Write the token there. Nothing was sent.");
    }
}
