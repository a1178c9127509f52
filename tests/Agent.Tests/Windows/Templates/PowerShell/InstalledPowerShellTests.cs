using System.Reflection;
using System.Reflection.Emit;
using IwTune.Agent.Tests.Windows.Facts;
using IwTune.Agent.Windows.Templates.PowerShell;

namespace IwTune.Agent.Tests.Windows.Templates.PowerShell;

public sealed class InstalledPowerShellTests : IDisposable
{
    private const string Installer =
        """{ "runtimeOptions": { "tfm": "net8.0", "includedFrameworks": [ { "name": "Microsoft.NETCore.App", "version": "VERSION" }, { "name": "Microsoft.WindowsDesktop.App", "version": "VERSION" } ] } }""";

    private readonly string _root = Directory.CreateTempSubdirectory("iwtune-pwsh-").FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public void The_newest_that_this_runtime_can_load_is_taken()
    {
        string[] folders =
        [
            Install("a", "8.0.11"),
            Install("b", "10.0.2"),
            Install("c", "9.0.1"),
            Install("d", "11.0.0-preview.3"),
            Path.Combine(_root, "none"),
        ];
        var (found, problem) = InstalledPowerShell.Newest(folders, runtimeMajor: 10);
        Assert.Equal((folders[1], new Version(10, 0, 2), ""), (found?.Folder, found?.Runtime, problem));
    }

    [Fact]
    public void One_that_is_newer_than_this_runtime_is_named()
    {
        var (found, problem) = InstalledPowerShell.Newest([Install("7", "11.0.0")], runtimeMajor: 10);
        Assert.Null(found);
        Assert.Contains("was built with .NET 11, and this agent runs on .NET 10", problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{}")]
    [InlineData("[]")]
    [InlineData("""{ "runtimeOptions": { "includedFrameworks": [ { "name": "Other", "version": "8.0.1" } ] } }""")]
    [InlineData("""{ "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "eight" } } }""")]
    public void A_folder_that_does_not_tell_its_runtime_is_none(string settings)
    {
        var folder = Install("7", "8.0.1");
        File.WriteAllText(Path.Combine(folder, "pwsh.runtimeconfig.json"), settings);
        var (found, problem) = InstalledPowerShell.Newest([folder], runtimeMajor: 10);
        Assert.Null(found);
        Assert.Contains($"PowerShell 7 is not installed (looked in {folder})", problem, StringComparison.Ordinal);
    }

    [Fact]
    public void A_tool_that_shares_the_framework_is_known_too()
    {
        var folder = Install("7", "8.0.1");
        File.WriteAllText(
            Path.Combine(folder, "pwsh.runtimeconfig.json"),
            """{ "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "8.0.0" } } }"""
        );
        Assert.Equal(8, InstalledPowerShell.Newest([folder], runtimeMajor: 8).Found?.Runtime.Major);
    }

    [Fact]
    public void It_is_looked_for_where_installers_put_it_and_where_they_wrote_that_down()
    {
        const string Registered = @"SOFTWARE\Microsoft\PowerShellCore\InstalledVersions";
        var registry = new FakeRegistry()
            .With(Registered + @"\{1}", "InstallLocation", "/opt/pwsh/")
            .With(Registered + @"\{2}", "InstallLocation", "relative")
            .With(Registered + @"\{3}", "SemanticVersion", "7.4.1");
        Assert.Equal(
            ["/opt/pwsh", "/programs/PowerShell/7"],
            InstalledPowerShell.Folders("/programs", registry).Order(StringComparer.Ordinal)
        );
    }

    [Fact]
    public void What_nobody_else_knows_is_loaded_from_its_folder()
    {
        const string Name = "IwTune.Tests.OnlyThere";
        var there = new PersistedAssemblyBuilder(new AssemblyName(Name), typeof(object).Assembly);
        there.DefineDynamicModule(Name).DefineType("OnlyThere", TypeAttributes.Public).CreateType();
        there.Save(Path.Combine(_root, Name + ".dll"));
        Assert.ThrowsAny<IOException>(() => Assembly.Load("IwTune.Tests.Nowhere"));
        PowerShellAssemblies.Use(_root);
        Assert.NotNull(Assembly.Load(Name).GetType("OnlyThere"));
        Assert.ThrowsAny<IOException>(() => Assembly.Load("IwTune.Tests.Nowhere.Either"));
    }

    [Fact]
    public void Only_one_module_is_named_and_by_its_full_path() =>
        Assert.Equal("/windows/System32/WindowsPowerShell/v1.0/Modules/NetTCPIP/NetTCPIP.psd1", PowerShellHost.Module("/windows/System32"));

    private string Install(string name, string runtime)
    {
        var folder = Directory.CreateDirectory(Path.Combine(_root, name)).FullName;
        File.WriteAllText(Path.Combine(folder, "System.Management.Automation.dll"), "");
        File.WriteAllText(Path.Combine(folder, "pwsh.runtimeconfig.json"), Installer.Replace("VERSION", runtime, StringComparison.Ordinal));
        return folder;
    }
}
