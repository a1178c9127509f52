using IwTune.Lab;
using IwTune.Testing;

namespace IwTune.EndToEnd.Wine.Headers;

/// <summary>layouts.c, compiled with the headers of mingw-w64 and run under Wine, once for all tests.</summary>
public sealed class HeaderProgram(WindowsPattern pattern)
{
    private const string Compiler = "x86_64-w64-mingw32-gcc";
    private static readonly string[] Libraries = ["-ladvapi32", "-lbcrypt", "-liphlpapi", "-lwevtapi", "-lws2_32"];
    private IReadOnlyList<HeaderLine>? lines;

    /// <summary>What it printed, or a skipped test with the reason.</summary>
    internal IReadOnlyList<HeaderLine> Lines => lines ??= Run();

    private List<HeaderLine> Run()
    {
        if (!Commands.Installed(Compiler))
            Lacking.Skip("the headers of Windows are not there: apt install gcc-mingw-w64-x86-64");
        using var windows = pattern.Windows();
        var source = Path.Combine(Binaries.Root, "tests/EndToEnd/Wine/Headers/layouts.c");
        var program = windows.Unix(@"C:\layouts.exe");
        Commands.Run(Compiler, ["-std=gnu17", "-Wall", "-Wextra", "-Werror", "-o", program, source, .. Libraries]);
        var run = windows.Run(program);
        Assert.True(run.ExitCode == 0, $"layouts.exe ended with {run.ExitCode}: {run.Error}{run.Output}");
        return [.. run.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(HeaderLine.Parse)];
    }
}
