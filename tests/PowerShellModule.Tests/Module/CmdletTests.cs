namespace IwTune.PowerShellModule.Tests.Module;

public sealed class CmdletTests
{
    private static readonly string[] Approved = ["Get", "Invoke", "Restore", "Test"];

    [Fact]
    public void There_are_five_and_each_tells_its_output()
    {
        Assert.Equal(
            ["Get-IwTuneStatus", "Get-IwTuneWindow", "Invoke-IwTunePolicy", "Restore-IwTuneWindow", "Test-IwTunePolicy"],
            Built.Cmdlets.Select(cmdlet => cmdlet.Name)
        );
        Assert.All(Built.Cmdlets, cmdlet => Assert.Contains(cmdlet.Name.Split('-')[0], Approved));
        Assert.All(Built.Cmdlets, cmdlet => Assert.StartsWith("IwTune.PowerShell.", cmdlet.Outputs[0], StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("Get-IwTuneStatus", false, "")]
    [InlineData("Get-IwTuneWindow", false, "")]
    [InlineData("Test-IwTunePolicy", false, "")]
    [InlineData("Invoke-IwTunePolicy", true, "Medium")]
    [InlineData("Restore-IwTuneWindow", true, "High")]
    public void What_changes_the_host_asks_and_what_looks_does_not(string name, bool asks, string impact)
    {
        var cmdlet = Built.Cmdlets.Single(cmdlet => cmdlet.Name == name);
        Assert.Equal((asks, impact), (cmdlet.ShouldProcess, cmdlet.Impact));
    }

    [Fact]
    public void A_policy_is_the_first_argument_and_takes_files_from_the_pipeline()
    {
        foreach (var cmdlet in Built.Cmdlets.Where(cmdlet => cmdlet.Name.EndsWith("Policy", StringComparison.Ordinal)))
        {
            var path = cmdlet.Parameters.Single(parameter => parameter.Name == "Path");
            Assert.True(path.Mandatory);
            Assert.Equal(0, path.Position);
            Assert.Contains("FullName", path.Aliases);
        }
    }

    /// <summary>
    /// Windows PowerShell 5.1 has the assemblies of .NET Framework and its own; any other would have to be shipped beside the module.
    /// </summary>
    [Fact]
    public void The_assembly_needs_nothing_that_both_powershells_do_not_bring() =>
        Assert.Equal(
            ["System.Management.Automation", "netstandard"],
            Built.Assembly.GetReferencedAssemblies().Select(used => used.Name!).Order(StringComparer.Ordinal)
        );
}
