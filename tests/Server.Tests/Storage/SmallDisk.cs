using System.Diagnostics;

namespace IwTune.Server.Tests.Storage;

/// <summary>A disk of a few megabytes that a test can fill: a separate tmpfs.</summary>
internal sealed class SmallDisk : IDisposable
{
    private readonly string root;

    private SmallDisk(string root) => this.root = root;

    /// <summary>Where a server keeps its data.</summary>
    public string Data => Path.Combine(root, "data");

    private string Filler => Path.Combine(root, "filler");

    /// <summary>
    /// Makes one, or skips the test where the rights for it are missing; in continuous integration it must not be skipped.
    /// </summary>
    public static SmallDisk Require()
    {
        var root = Directory.CreateTempSubdirectory("iwtune-small-").FullName;
        var problem = OperatingSystem.IsLinux() ? Run("mount", "-t", "tmpfs", "-o", "size=8m,mode=0700", "tmpfs", root) : "needs Linux";
        if (problem is null)
            return new(root);
        Directory.Delete(root);
        Lacking.Skip($"a tmpfs cannot be mounted ({problem}); run as root");
        throw new UnreachableException();
    }

    /// <summary>Uses every remaining byte.</summary>
    public void Fill()
    {
        using var file = new FileStream(Filler, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
        try
        {
            for (; ; )
                file.Write(new byte[4096]);
        }
        catch (IOException)
        {
            // Full.
        }
    }

    public void MakeRoom() => File.Delete(Filler);

    public void Dispose()
    {
        if (Run("umount", root) is { } problem)
            throw new InvalidOperationException($"{root} is still mounted: {problem}");
        Directory.Delete(root);
    }

    /// <returns>What went wrong.</returns>
    private static string? Run(string program, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true })!;
        var error = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? null : error.Trim();
    }
}
