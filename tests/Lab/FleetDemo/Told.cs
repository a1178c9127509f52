using System.Diagnostics;
using System.Globalization;
using IwTune.Lab.Demo;

namespace IwTune.Lab.FleetDemo;

/// <summary>The story as it is printed: every line with the seconds since the beginning.</summary>
internal sealed class Told
{
    private readonly long start = Stopwatch.GetTimestamp();

    public TimeSpan Elapsed => Stopwatch.GetElapsedTime(start);

    public void Note(string text) => Screen.Note(Stamped(text));

    public void Good(string text) => Screen.Good(Stamped(text));

    /// <summary>A person's command, with its answer.</summary>
    /// <returns>The answer.</returns>
    public CommandResult Typed(Person person, string folder, int exit, params string[] words)
    {
        Screen.Command(
            person.Name,
            "iwtune " + string.Join(' ', words.Select(word => word.Contains(' ', StringComparison.Ordinal) ? $"'{word}'" : word))
        );
        var result = person.Run([
            .. words.Select(word => word.EndsWith(".yaml", StringComparison.Ordinal) ? Path.Combine(folder, word) : word),
        ]);
        if (!words.Contains("--json", StringComparer.Ordinal))
            Screen.Output(result.Output + result.Error);
        return result.ExitCode == exit
            ? result
            : throw new LabException(
                $"iwtune {string.Join(' ', words)} ended with {result.ExitCode}, not {exit}: {result.Error}{result.Output}"
            );
    }

    /// <summary>Prints the output of a program while it runs, until it ends.</summary>
    /// <returns>Its exit code.</returns>
    public async Task<int> FollowAsync(LabProcess program, TimeSpan limit, CancellationToken ct)
    {
        var waited = Stopwatch.StartNew();
        var told = 0;
        while (true)
        {
            ct.ThrowIfCancellationRequested();
            var ended = program.Ended;
            var lines = program.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
            foreach (var line in lines.Skip(told))
                Screen.Output(Stamped(line.Trim()));
            told = lines.Length;
            if (ended)
                return await program.WaitForExitAsync();
            if (waited.Elapsed > limit)
                throw new LabException($"it did not end within {limit.TotalSeconds:0} s:\n{program.Output}");
            await Task.Delay(200, ct);
        }
    }

    private string Stamped(string text) => string.Create(CultureInfo.InvariantCulture, $"{Elapsed.TotalSeconds, 6:0.0} s  {text}");
}
