using IwTune.Lab;

namespace IwTune.EndToEnd.Native;

/// <summary>The user sees one program, whichever of the two carries a command.</summary>
public sealed class TwoProgramsTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("iwtune-two-").FullName;

    [Fact]
    public void The_tools_are_found_beside_the_program_through_a_link_and_as_they_are_installed_below_usr()
    {
        var link = Path.Combine(_folder, "linked");
        File.CreateSymbolicLink(link, NativeProgram.Host.File);
        var installed = Install("usr/bin/iwtune", NativeProgram.Host.File);
        Install("usr/libexec/iwtune/iwtune-tools", NativeProgram.Tools.File);
        var expected = Commands.TryRun(NativeProgram.Tools.File, "fleet", "hosts", "--help").Output;
        Assert.Contains("Usage: iwtune fleet hosts", expected, StringComparison.Ordinal);
        foreach (var program in new[] { NativeProgram.Host.File, link, installed })
            Assert.Equal((0, expected), Run(program, "fleet", "hosts", "--help"));
    }

    [Fact]
    public void Exit_code_standard_input_and_error_are_those_of_the_command()
    {
        Assert.Equal(64, Commands.TryRun(NativeProgram.Host.File, "fleeet").ExitCode);
        Assert.Contains("Did you mean 'fleet'?", Commands.TryRun(NativeProgram.Host.File, "fleeet").Error, StringComparison.Ordinal);
        var flight = Commands.Run("sh", "-c", $"printf x | {NativeProgram.Host.File} flight - 2>&1; echo $?");
        Assert.Equal(Commands.Run("sh", "-c", $"printf x | {NativeProgram.Tools.File} flight - 2>&1; echo $?"), flight);
    }

    [Fact]
    public void Without_the_tools_the_commands_of_a_host_work_and_the_others_name_what_is_missing()
    {
        var alone = Install("bin/iwtune", NativeProgram.Host.File);
        Assert.Equal(0, Commands.TryRun(alone, "--version").ExitCode);
        Assert.Contains("status", Commands.Run(alone, "--help"), StringComparison.Ordinal);
        Assert.Contains("--watch", Commands.Run(alone, "status", "--help"), StringComparison.Ordinal);
        var fleet = Commands.TryRun(alone, "fleet", "hosts");
        Assert.Equal(3, fleet.ExitCode);
        Assert.Contains("needs the program iwtune-tools", fleet.Error, StringComparison.Ordinal);
    }

    private string Install(string place, string program)
    {
        var to = Path.Combine(_folder, place);
        Directory.CreateDirectory(Path.GetDirectoryName(to)!);
        File.Copy(program, to);
        return to;
    }

    private static (int, string) Run(string program, params string[] arguments)
    {
        var result = Commands.TryRun(program, arguments);
        return (result.ExitCode, result.Output);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
