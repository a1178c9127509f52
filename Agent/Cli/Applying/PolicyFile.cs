using System.Text;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Applying;

/// <summary>A policy in a file.</summary>
internal static class PolicyFile
{
    /// <exception cref="UsageException">The file cannot be read, or all its problems: <c>FILE:LINE:COLUMN</c>, one per line.</exception>
    public static BundleContent Read(string path)
    {
        var result = PolicyReader.Read(Text(path));
        return result.Policy is { } policy ? BundleContent.From(policy) : throw UsageException.Of(path, result.Problems);
    }

    /// <summary>All of standard input.</summary>
    /// <exception cref="UsageException">It cannot be read: standard input is a directory, for example.</exception>
    public static async Task<string> TextAsync(TextReader input, CancellationToken ct)
    {
        try
        {
            return await input.ReadToEndAsync(ct);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"Standard input cannot be read: {e.Message}. Nothing was changed.", e);
        }
    }

    /// <exception cref="UsageException">The file cannot be read.</exception>
    public static string Text(string path)
    {
        if (path.Length == 0)
            throw new UsageException("FILE is empty: give the name of a policy file, or - for standard input. Nothing was changed.");
        try
        {
            // One byte more than allowed shows the reader that it is too much, without loading what may be a disk image.
            using var content = File.OpenRead(path);
            var buffer = new byte[PolicyReader.MaxBytes + 1];
            var length = content.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false);
            return Encoding.UTF8.GetString(buffer, 0, length);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{path} cannot be read: {UnreadableFile.Why(path, e)} Nothing was changed.", e);
        }
    }
}
