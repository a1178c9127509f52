using System.Globalization;

namespace IwTune.PowerShellModule.Tests.Hosted;

/// <summary>A program in the place of iwtune: it keeps its arguments, and answers each verb with what a test gave it.</summary>
internal sealed class StandInProgram : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("iwt-program-").FullName;

    public StandInProgram()
    {
        File.WriteAllText(
            Path,
            $$"""
            #!/bin/sh
            printf '%s\0' $# "$@" >>'{{_folder}}/calls'
            [ ! -f '{{_folder}}/'"$1".err ] || cat '{{_folder}}/'"$1".err >&2
            [ ! -f '{{_folder}}/'"$1".out ] || cat '{{_folder}}/'"$1".out
            [ ! -f '{{_folder}}/'"$1".hang ] || exec sleep 1000
            [ ! -f '{{_folder}}/'"$1".exit ] || exit "$(cat '{{_folder}}/'"$1".exit)"
            """
        );
        File.SetUnixFileMode(Path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    public string Path => System.IO.Path.Combine(_folder, "iwtune");

    /// <summary>The arguments of each call, written after their number: an argument may have any character but NUL.</summary>
    public IReadOnlyList<IReadOnlyList<string>> Calls
    {
        get
        {
            var calls = new List<IReadOnlyList<string>>();
            string[] words = File.Exists(CallsPath) ? File.ReadAllText(CallsPath).Split('\0')[..^1] : [];
            for (var at = 0; at < words.Length; at += 1 + calls[^1].Count)
            {
                calls.Add(words[(at + 1)..(at + 1 + int.Parse(words[at], CultureInfo.InvariantCulture))]);
            }

            return calls;
        }
    }

    private string CallsPath => System.IO.Path.Combine(_folder, "calls");

    /// <summary>The verbs that were called, in order.</summary>
    public string Verbs => string.Join(' ', Calls.Select(call => call[0]));

    public StandInProgram Answers(string verb, string output, int exitCode = 0, string errors = "")
    {
        Write(verb, "out", output);
        Write(verb, "exit", $"{exitCode}");
        Write(verb, "err", errors);
        return this;
    }

    public StandInProgram Hangs(string verb)
    {
        Write(verb, "hang", "");
        return this;
    }

    public void Forget() => File.Delete(CallsPath);

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private void Write(string verb, string kind, string text) => File.WriteAllText(System.IO.Path.Combine(_folder, $"{verb}.{kind}"), text);
}
