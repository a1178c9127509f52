using System.Globalization;
using IwTune.Lab;
using IwTune.Lab.Packages;

namespace IwTune.EndToEnd.Packages;

/// <summary>What the installer for Windows would do, read from its tables by a tool other than the one that wrote them.</summary>
public sealed class InstallerTablesTests(BuiltInstaller built) : IClassFixture<BuiltInstaller>
{
    private const int Deferred = 1024,
        NotImpersonated = 2048,
        Hidden = 8192,
        IgnoresExit = 64,
        InstalledProgram = 18,
        SetsProperty = 51;
    private const string UpgradeCode = "{6C0B7B5E-7A0E-4D0C-9B66-3A5C5D3D8E21}";

    private WindowsInstaller Package => built.Package;

    [Fact]
    public void It_is_for_the_machine_and_for_64_bits()
    {
        Assert.Equal("1", Package.Row("Property", "ALLUSERS")["Value"]);
        var summary = Commands.Run("msiinfo", "suminfo", Package.File);
        Assert.Contains("Template: x64;1033", summary, StringComparison.Ordinal);
        Assert.Contains("Version: 500", summary, StringComparison.Ordinal);
        Assert.Equal("ProgramFiles64Folder", Package.Row("Directory", "INSTALLDIR")["Directory_Parent"]);
        Assert.All(
            Package.Table("Component"),
            component => Assert.Equal(256, int.Parse(component["Attributes"], CultureInfo.InvariantCulture) & 256)
        );
    }

    [Fact]
    public void Its_product_is_another_in_every_build_and_its_upgrade_code_never()
    {
        var again = WindowsInstaller.Build(BuiltInstaller.Version, Named(), built.File("again.msi"));
        Assert.Equal(UpgradeCode, Package.Row("Property", "UpgradeCode")["Value"]);
        Assert.Equal(UpgradeCode, again.Row("Property", "UpgradeCode")["Value"]);
        Assert.NotEqual(Package.Row("Property", "ProductCode")["Value"], again.Row("Property", "ProductCode")["Value"]);
        // A file keeps its component: Windows counts the users of a component by this identifier.
        Assert.Equal(
            Package.Table("Component").Select(row => (row["Component"], row["ComponentId"])).Order(),
            again.Table("Component").Select(row => (row["Component"], row["ComponentId"])).Order()
        );
    }

    [Fact]
    public void It_replaces_every_older_version_and_its_own_and_refuses_to_replace_a_newer_one()
    {
        var upgrade = Package.Table("Upgrade").ToDictionary(row => row["ActionProperty"], StringComparer.Ordinal);
        Assert.All(upgrade.Values, row => Assert.Equal(UpgradeCode, row["UpgradeCode"]));
        Assert.Equal(
            ("", BuiltInstaller.Version, "512"),
            (upgrade["OLDERFOUND"]["VersionMin"], upgrade["OLDERFOUND"]["VersionMax"], upgrade["OLDERFOUND"]["Attributes"])
        );
        Assert.Equal(
            (BuiltInstaller.Version, "", "2"),
            (upgrade["NEWERFOUND"]["VersionMin"], upgrade["NEWERFOUND"]["VersionMax"], upgrade["NEWERFOUND"]["Attributes"])
        );
        Assert.Contains("NOT NEWERFOUND", Package.Table("LaunchCondition").Select(row => row["Condition"]));
        Assert.True(Sequence("FindRelatedProducts") < Sequence("LaunchConditions"));
        // Inside the transaction: the old version is restored when the new one cannot be installed.
        Assert.Equal(Sequence("InstallInitialize") + 1, Sequence("RemoveExistingProducts"));
    }

    [Fact]
    public void The_service_runs_as_local_system_from_the_start_of_the_machine()
    {
        var service = Assert.Single(Package.Table("ServiceInstall"));
        Assert.Equal("IwTune", service["Name"]);
        Assert.Equal(("16", "2"), (service["ServiceType"], service["StartType"])); // its own process, automatic start
        Assert.Equal("LocalSystem", service["StartName"]);
        Assert.Equal("run --service", service["Arguments"]);
        Assert.NotEmpty(service["Description"]);
        Assert.Equal("iwtune.exe", Package.Row("File", Package.Row("Component", service["Component_"])["KeyPath"])["FileName"]);
    }

    [Fact]
    public void The_service_is_started_stopped_and_removed_and_each_is_waited_for()
    {
        var control = Assert.Single(Package.Table("ServiceControl"));
        const int startOnInstall = 1,
            stopOnInstall = 2,
            stopOnUninstall = 0x20,
            deleteOnUninstall = 0x80;
        Assert.Equal("IwTune", control["Name"]);
        Assert.Equal($"{startOnInstall | stopOnInstall | stopOnUninstall | deleteOnUninstall}", control["Event"]);
        Assert.Equal("1", control["Wait"]);
    }

    [Fact]
    public void A_service_that_fails_is_started_again_also_when_it_ended_by_itself()
    {
        var actions = Assert.Single(Package.Table("MsiServiceConfigFailureActions"));
        Assert.Equal(("IwTune", "5", "86400"), (actions["Name"], actions["Event"], actions["ResetPeriod"]));
        Assert.Equal(("1[~]1[~]1", "5000[~]60000[~]60000"), (actions["Actions"], actions["DelayActions"]));
        var flag = Assert.Single(Package.Table("MsiServiceConfig"));
        Assert.Equal(("IwTune", "4", "1"), (flag["Name"], flag["ConfigType"], flag["Argument"]));
        Assert.InRange(Sequence("MsiConfigureServices"), Sequence("InstallServices"), Sequence("StartServices"));
    }

    [Fact]
    public void The_event_source_names_a_message_table_that_is_part_of_windows()
    {
        const string key = @"SYSTEM\CurrentControlSet\Services\EventLog\Application\IwTune";
        var values = Package
            .Table("Registry")
            .Where(row => row["Key"] == key)
            .ToDictionary(row => row["Name"], row => row["Value"], StringComparer.Ordinal);
        Assert.Equal(@"#%%SystemRoot%\System32\EventCreate.exe", values["EventMessageFile"]);
        Assert.Equal("#7", values["TypesSupported"]);
        Assert.All(Package.Table("Registry"), row => Assert.Equal("2", row["Root"])); // the local machine's hive
    }

    [Fact]
    public void The_folder_is_at_the_end_of_the_path_of_the_machine_as_long_as_it_is_installed()
    {
        var path = Assert.Single(Package.Table("Environment"));
        Assert.Equal(("=-*PATH", "[~];[INSTALLDIR]"), (path["Name"], path["Value"]));
        Assert.True(Sequence("RemoveEnvironmentStrings") < Sequence("WriteEnvironmentStrings"));
    }

    [Fact]
    public void No_property_that_carries_a_secret_is_logged_and_each_reaches_the_elevated_part()
    {
        Assert.Equal(
            ["EnrolHost", "TOKEN"],
            Package.Row("Property", "MsiHiddenProperties")["Value"].Split(';').Order(StringComparer.Ordinal)
        );
        var secure = Package.Row("Property", "SecureCustomProperties")["Value"].Split(';');
        Assert.Equal(["CAPIN", "FORCE", "NEWERFOUND", "OLDERFOUND", "SERVER", "TOKEN"], secure);
        Assert.DoesNotContain(
            Package.Table("Registry"),
            row => row["Value"].Contains("TOKEN", StringComparison.Ordinal) || row["Value"].Contains("EnrolHost", StringComparison.Ordinal)
        );
        Assert.DoesNotContain(Package.Table("Property"), row => row["Property"] is "TOKEN" or "SERVER" or "CAPIN" or "FORCE");
    }

    [Fact]
    public void Enrolment_is_deferred_and_its_command_line_hidden_and_comes_before_the_service_starts()
    {
        var enrol = Package.Row("CustomAction", "EnrolHost");
        Assert.Equal(InstalledProgram | Deferred | NotImpersonated | Hidden, Kind(enrol));
        Assert.Equal(("AgentExe", "[CustomActionData]"), (enrol["Source"], enrol["Target"]));
        foreach (
            var (say, line) in new[]
            {
                ("SayEnrolNamed", "enroll \"[SERVER]\" --token \"[TOKEN]\" --ca-pin \"[CAPIN]\" --unless-enrolled"),
                ("SayEnrolByPolicy", "enroll --token \"[TOKEN]\" --unless-enrolled"),
            }
        )
        {
            var row = Package.Row("CustomAction", say);
            Assert.Equal((SetsProperty | Hidden, "EnrolHost", line), (Kind(row), row["Source"], row["Target"]));
            Assert.InRange(Sequence(say), Sequence("InstallFiles"), Sequence("EnrolHost"));
        }
        Assert.InRange(Sequence("EnrolHost"), Sequence("InstallServices"), Sequence("StartServices"));
        Assert.Equal("TOKEN AND NOT REMOVE", Condition("EnrolHost"));
        Assert.Equal("TOKEN AND SERVER", Condition("SayEnrolNamed"));
        Assert.Equal("TOKEN AND NOT SERVER", Condition("SayEnrolByPolicy"));
    }

    [Fact]
    public void A_real_uninstall_puts_the_host_back_after_the_service_stopped_and_before_files_go()
    {
        const string real = "REMOVE=\"ALL\" AND NOT UPGRADINGPRODUCTCODE";
        foreach (
            var (name, line, ignores, condition) in new[]
            {
                ("Outlast", "cleanup --wait 60s", IgnoresExit, "Installed"),
                ("PutBack", "rollback --all --wait 60s", 0, real + " AND NOT FORCE"),
                ("PutBackForced", "rollback --all --wait 60s", IgnoresExit, real + " AND FORCE"),
                ("Leave", "unenroll --force --purge --wait 60s", IgnoresExit, real),
            }
        )
        {
            var row = Package.Row("CustomAction", name);
            Assert.Equal(
                (InstalledProgram | Deferred | NotImpersonated | ignores, "AgentExe", line),
                (Kind(row), row["Source"], row["Target"])
            );
            Assert.Equal(condition, Condition(name));
            Assert.InRange(Sequence(name), Sequence("StopServices") + 1, Sequence("DeleteServices") - 1);
        }
        Assert.True(
            Sequence("Outlast") < Sequence("PutBack")
                && Sequence("PutBack") < Sequence("PutBackForced")
                && Sequence("PutBackForced") < Sequence("Leave")
        );
        Assert.True(Sequence("Leave") < Sequence("RemoveFiles"));
    }

    [Fact]
    public void It_holds_the_published_folder_and_nothing_else()
    {
        var unpacked = Package.Extract(built.File("unpacked"));
        Assert.Equal(Files(Binaries.WindowsFolder), Files(unpacked));
        foreach (var file in new[] { "iwtune.exe", "iwtune.dll", "coreclr.dll" })
            Assert.Equal(File.ReadAllBytes(Path.Combine(Binaries.WindowsFolder, file)), File.ReadAllBytes(Path.Combine(unpacked, file)));
        Assert.DoesNotContain(
            Files(unpacked),
            file =>
                file.EndsWith(".pdb", StringComparison.Ordinal)
                || (!file.Contains('/', StringComparison.Ordinal) && file.EndsWith(".xml", StringComparison.Ordinal))
        );
    }

    /// <summary>The published folder with nothing in its files, which take seconds to compress and have no part in the tables.</summary>
    private string Named()
    {
        var folder = built.File("named");
        foreach (var file in Files(Binaries.WindowsFolder))
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(folder, file))!);
            File.WriteAllBytes(Path.Combine(folder, file), []);
        }
        return folder;
    }

    private static List<string> Files(string folder) =>
        [
            .. Directory
                .EnumerateFiles(folder, "*", SearchOption.AllDirectories)
                .Select(file => Path.GetRelativePath(folder, file))
                .Order(StringComparer.Ordinal),
        ];

    private static int Kind(IReadOnlyDictionary<string, string> action) => int.Parse(action["Type"], CultureInfo.InvariantCulture);

    private int Sequence(string action) =>
        int.Parse(Package.Row("InstallExecuteSequence", action)["Sequence"], CultureInfo.InvariantCulture);

    private string Condition(string action) => Package.Row("InstallExecuteSequence", action)["Condition"];
}
