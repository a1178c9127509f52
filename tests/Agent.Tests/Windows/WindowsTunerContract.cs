using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Ports;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Watching;
using IwTune.Shared.Policies;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.PowerShell;

namespace IwTune.Agent.Tests.Windows;

/// <summary>The contract on an emulated Windows that can be set, with one method of reading.</summary>
public abstract class WindowsTunerContract(
    string profile,
    string locale = "en-US",
    AccessMethod method = AccessMethod.PowerShell,
    RowForm form = RowForm.Names
) : TunerContract
{
    protected override ITunedHost Host { get; } = new TemplateHost(profile, locale, method, form);

    [Fact]
    public async Task Only_commands_that_are_known_were_given()
    {
        await A_window_that_was_set_is_read_back_and_nothing_else_differs();
        // The commands of the other methods, used for comparison, may be unknown on this Windows and are skipped.
        Assert.DoesNotContain(
            ((TemplateHost)Host).Machine.Calls,
            call =>
                call.EndsWith("no capture", StringComparison.Ordinal)
                && (method == AccessMethod.Netsh || !call.StartsWith("netsh interface tcp show supplemental", StringComparison.Ordinal))
        );
    }

    [Fact]
    public async Task A_filter_of_somebody_else_is_never_touched()
    {
        var machine = ((TemplateHost)Host).Machine;
        machine.Change(state => state with { Filters = [new FilterState("Compat") { DestinationPrefix = "10.0.0.0/8" }] });
        var untouched = machine.Print();
        var snapshot = await Host.ReadAsync();
        if (snapshot.Targets.FirstOrDefault(one => one.Id == "filter 10.0.0.0/8") is { } target)
        {
            Assert.Equal(StrategyKind.ReportOnly, target.Strategy.Kind);
            Assert.IsType<Outcome.Refused>(await Host.ApplyAsync(new Step.Set(target, Host.Windows[0])));
        }
        Assert.Equal(untouched, machine.Print());
    }

    private sealed class TemplateHost : ITunedHost
    {
        private readonly EmulatedHost _host;
        private readonly WindowsTuner _tuner;

        public TemplateHost(string profile, string locale, AccessMethod method, RowForm form)
        {
            _host = new EmulatedHost(profile, locale, method, form);
            // netsh shows the default template, but how it shows Automatic is not known. It does not show a missing one.
            if (method == AccessMethod.Netsh)
                Machine.Change(state => state with { Default = "Internet" });
            Fresh = Machine.Read();
            _tuner = _host.NewTuner();
            var writable = _host.Profile.Writable;
            string Name(string wish) =>
                WindowsTargets.Id(Enum.Parse<TemplateName>(writable.FirstOrDefault(name => name == wish) ?? writable[0]));
            Names = method == AccessMethod.Netsh ? (Name("Datacenter"), Name("Compat")) : (Name("Internet"), Name("Datacenter"));
        }

        public EmulatedWindows Machine => _host.Machine;

        private MachineState Fresh { get; }

        public (string First, string Second) Names { get; }

        public IReadOnlyList<Window> Windows { get; } =
        [new(20, null), new(24, null), new(TemplateWindow.Least, null), new(TemplateWindow.Most, null)];

        public Window Others { get; } = new(8, null);

        public Task<HostSnapshot> ReadAsync() => _tuner.ReadAsync(CancellationToken.None).AsTask();

        public Task<Outcome> ApplyAsync(Step step) => _tuner.ApplyAsync(step, CancellationToken.None).AsTask();

        public async Task<string> NextChangeAsync(Action happening, CancellationToken ct)
        {
            await using var watch = _tuner.WatchAsync(ct).GetAsyncEnumerator(ct);
            var next = watch.MoveNextAsync();
            happening();
            _host.Clock.Advance(SettingsWatch.Unwatched);
            Assert.True(await next);
            return watch.Current.What;
        }

        public Target Find(HostSnapshot snapshot, string name) => snapshot.Targets.Single(target => target.Id == name);

        public void Add(string name, Window? window = null)
        {
            if (window?.InitCwnd is { } segments)
                Machine.Change(state => state.WithWindow(Template(name), segments));
        }

        public string AddReportOnly()
        {
            Add(Names.First, new Window(11, null)); // It could not be restored.
            return Names.First;
        }

        public void Remove(string name) => Machine.Arm(new Fault(FaultKind.TemplateMissing) { Template = Template(name) });

        public void MakeAnew(string name) => Machine.Change(_ => Fresh);

        public void ChangeOther(string name) => Machine.Change(state => state.With(Template(name), "MinRto", "200"));

        public void ChangeUnderPlan(string name) => Add(name, new Window(30, null));

        public string Disturb()
        {
            Add(Names.First, new Window(12, null));
            return Names.First;
        }

        public string Print() => Machine.Print();

        public void Dispose() => _host.Dispose();

        private static string Template(string name) => name.Split(' ')[1];
    }
}

public sealed class Windows2012TunerContract() : WindowsTunerContract("2012");

public sealed class Windows2012R2TunerContract() : WindowsTunerContract("2012r2");

public sealed class Windows2016TunerContract() : WindowsTunerContract("2016");

public sealed class Windows2019TunerContract() : WindowsTunerContract("2019");

public sealed class Windows2022TunerContract() : WindowsTunerContract("2022");

public sealed class Windows2025TunerContract() : WindowsTunerContract("2025");

/// <summary>As it comes, without PowerShell 7.</summary>
public sealed class Windows2012R2StockTunerContract() : WindowsTunerContract("2012r2", method: AccessMethod.Wmi);

/// <summary>As it comes, without PowerShell 7.</summary>
public sealed class Windows2016StockTunerContract() : WindowsTunerContract("2016", method: AccessMethod.Wmi);

/// <summary>As it comes, without PowerShell 7.</summary>
public sealed class Windows2022StockTunerContract() : WindowsTunerContract("2022", method: AccessMethod.Wmi);

/// <summary>With objects as a module of another edition returns them.</summary>
public sealed class Windows2019NumbersTunerContract() : WindowsTunerContract("2019", form: RowForm.Numbers);

/// <summary>With objects as a separate Windows PowerShell returns them.</summary>
public sealed class Windows2016DeserializedTunerContract() : WindowsTunerContract("2016", form: RowForm.Deserialized);

/// <summary>With nothing but netsh.</summary>
public sealed class Windows2022NetshTunerContract() : WindowsTunerContract("2022", method: AccessMethod.Netsh);

/// <summary>With nothing but a German netsh.</summary>
public sealed class Windows2025GermanNetshTunerContract() : WindowsTunerContract("2025", "de-DE", AccessMethod.Netsh);
