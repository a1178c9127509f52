using System.Text;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli;

/// <summary>A policy in a file.</summary>
internal static class PolicyFile
{
    /// <exception cref="UsageException">The file cannot be read, or everything that is wrong with it: <c>FILE:LINE:COLUMN</c>, one a line.</exception>
    public static BundleContent Read(string path)
    {
        var result = PolicyReader.Read(Text(path));
        return result.Policy is { } policy
            ? BundleContent.From(policy)
            : throw new UsageException(Problems.Lines(path, result.Problems));
    }

    /// <exception cref="UsageException">The file cannot be read.</exception>
    public static string Text(string path)
    {
        try
        {
            var bytes = File.ReadAllBytes(path);
            return Encoding.UTF8.GetString(bytes.AsSpan(0, Math.Min(bytes.Length, PolicyReader.MaxBytes + 1)));
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new UsageException($"{path}: there is no such file.", e);
        }
        catch (UnauthorizedAccessException e)
        {
            throw new UsageException($"{path} may not be read by this user, or is a directory.", e);
        }
        catch (IOException e)
        {
            throw new UsageException($"{path} cannot be read: {e.Message}", e);
        }
    }
}
