using System.Reflection;
using System.Text.Json;
using IwTune.Testing;

namespace IwTune.PowerShellModule.Tests.Bundled;

/// <summary>The agent for Windows as it is published with PowerShell's engine: files, because only Windows can run them.</summary>
public sealed class BundledEngineTests
{
    private static readonly string Folder = Path.Combine(Lab.Binaries.Root, "artifacts/publish/windows-powershell");

    [Theory]
    [InlineData("iwtune.exe")]
    [InlineData("System.Management.Automation.dll")]
    [InlineData("Microsoft.PowerShell.Commands.Management.dll")] // It turns CDXML into cmdlets.
    [InlineData("Microsoft.Management.Infrastructure.CimCmdlets.dll")]
    [InlineData("microsoft.management.infrastructure.native.unmanaged.dll")]
    // Missing there, the engine says "Cannot find the built-in module 'CimCmdlets'" (powershell-sdk-missing-cimcmdlets-win11-en-US).
    [InlineData("Modules/CimCmdlets/CimCmdlets.psd1")]
    [InlineData("Modules/Microsoft.PowerShell.Management/Microsoft.PowerShell.Management.psd1")]
    public void What_the_engine_needs_is_beside_the_program(string file)
    {
        Require();
        Assert.True(File.Exists(Path.Combine(Folder, file)), file);
    }

    [Fact]
    public void It_is_the_engine_and_not_the_assembly_to_compile_against()
    {
        Require();
        var engine = AssemblyName.GetAssemblyName(Path.Combine(Folder, "System.Management.Automation.dll")).Version!;
        Assert.Equal((7, 6), (engine.Major, engine.Minor));
        using var dependencies = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(Folder, "iwtune.deps.json")));
        var libraries = dependencies.RootElement.GetProperty("libraries").EnumerateObject().Select(library => library.Name).ToList();
        Assert.Contains("Microsoft.PowerShell.SDK/7.6.9", libraries);
        Assert.DoesNotContain(libraries, library => library.StartsWith("PowerShellStandard", StringComparison.Ordinal));
    }

    [Fact]
    public void Files_for_other_systems_are_left_out()
    {
        Require();
        Assert.False(Directory.Exists(Path.Combine(Folder, "runtimes")));
        Assert.Empty(Directory.EnumerateFiles(Folder, "*.so", SearchOption.AllDirectories));
    }

    private static void Require()
    {
        if (Environment.GetEnvironmentVariable("IWTUNE_BUNDLED_POWERSHELL") == "no")
            Assert.Skip("IWTUNE_BUNDLED_POWERSHELL=no: this feed has no PowerShell SDK");
        if (!Directory.Exists(Folder))
            Lacking.Skip("the agent is not published with PowerShell's engine: ./build.sh test --only powershell");
    }
}
