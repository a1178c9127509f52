using System.Diagnostics;

namespace IwTune.Lab;

/// <summary>The result of a command.</summary>
public sealed record CommandResult(int ExitCode, string Output, string Error);

/// <summary>Runs commands to completion.</summary>
public static class Commands
{
    /// <summary>Runs a command that must succeed and returns its standard output.</summary>
    /// <exception cref="LabException">It is not installed, or its exit code is not 0.</exception>
    public static string Run(string program, params string[] arguments)
    {
        var result = TryRun(program, arguments);
        return result.ExitCode == 0
            ? result.Output
            : throw new LabException(
                $"`{program} {string.Join(' ', arguments)}` ended with {result.ExitCode}: {(result.Error + result.Output).Trim()}"
            );
    }

    /// <summary>Runs a command and returns its code and both outputs.</summary>
    /// <exception cref="LabException">It is not installed.</exception>
    public static CommandResult TryRun(string program, params string[] arguments) => TryRun(program, arguments, environment: null);

    /// <inheritdoc cref="TryRun(string, string[])"/>
    public static CommandResult TryRun(
        string program,
        IReadOnlyList<string> arguments,
        IReadOnlyDictionary<string, string>? environment,
        string input = ""
    )
    {
        using var process = LabProcess.Launch(program, arguments, environment);
        process.StandardInput.Write(input);
        process.StandardInput.Close();
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return new(process.ExitCode, output, error.GetAwaiter().GetResult());
    }

    /// <summary>Whether a program is on the search path.</summary>
    public static bool Installed(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "")
            .Split(':')
            .Concat(["/usr/sbin", "/sbin"])
            .Any(folder => File.Exists(Path.Combine(folder, program)));

    internal static ProcessStartInfo Describe(
        string program,
        IReadOnlyList<string> arguments,
        IReadOnlyDictionary<string, string>? environment
    )
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        foreach (var (name, value) in environment ?? new Dictionary<string, string>())
            start.Environment[name] = value;
        return start;
    }
}
