using IwTune.Agent.Linux;

namespace IwTune.Agent.Cli;

/// <summary>The program that carries every command, beside one that carries those of <see cref="HostVerbs"/> only.</summary>
internal static class ToolsProgram
{
    private const string Name = "iwtune-tools";

    /// <summary>Gives this process to it, as git does with its programs: signals, terminal and exit code need no forwarding.</summary>
    /// <returns>
    /// The exit code when it cannot be started; <see langword="null"/> when it is not installed and the list of commands was asked for.
    /// </returns>
    public static int? Run(string[] args)
    {
        var here = Path.GetDirectoryName(Environment.ProcessPath) ?? "/usr/bin";
        string[] places = [Path.GetFullPath($"{here}/../libexec/iwtune/{Name}"), $"{here}/libexec/iwtune/{Name}"];
        foreach (var place in places)
            if (ProcessImage.Replace(place, ["iwtune", .. args]) is { } why)
                return Failed($"{place} cannot be started: {why}.");
        if (Shorthand.Options(args) is ["--help"])
            return null;
        return Failed(
            $"'iwtune {args.FirstOrDefault()}' needs the program {Name}, which is not installed: there is neither "
                + $"{string.Join(" nor ", places)}. It is part of the package iwtune. Without it there are these commands: "
                + $"{string.Join(", ", HostVerbs.All.Select(verb => verb.Name).Where(name => name != Local.ConfirmWatcher.Verb))}."
        );
    }

    private static int Failed(string why)
    {
        Console.Error.WriteLine(why);
        return ExitCode.Unsupported;
    }
}
