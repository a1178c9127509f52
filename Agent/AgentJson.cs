using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Deciding;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Risks;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent;

/// <summary>
/// Every JSON of the daemon and of a host's commands: the wire, the socket, the state directory and <c>--json</c>. One description of each
/// type for all of them: each further one would be some ten types of the framework that every start sets up.
/// </summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(EnrolRequest))]
[JsonSerializable(typeof(EnrolReply))]
[JsonSerializable(typeof(RotateRequest))]
[JsonSerializable(typeof(HostKeyOffer))]
[JsonSerializable(typeof(AdoptRequest))]
[JsonSerializable(typeof(CheckInRequest))]
[JsonSerializable(typeof(Bundle))]
[JsonSerializable(typeof(Trust))]
[JsonSerializable(typeof(BundleContent))]
[JsonSerializable(typeof(Envelope))]
[JsonSerializable(typeof(ReportLine))]
[JsonSerializable(typeof(ReportsReply))]
[JsonSerializable(typeof(FleetProblem))]
[JsonSerializable(typeof(LocalRequest))]
[JsonSerializable(typeof(LocalReply))]
[JsonSerializable(typeof(Identity))]
[JsonSerializable(typeof(StoredBundles))]
[JsonSerializable(typeof(ReplayFloor))]
[JsonSerializable(typeof(ExperimentRecord))]
[JsonSerializable(typeof(ExperimentSample))]
[JsonSerializable(typeof(HoldState))]
[JsonSerializable(typeof(RehearsedRollback))]
[JsonSerializable(typeof(IReadOnlyList<LocalOverride>))]
[JsonSerializable(typeof(ShownHost))]
[JsonSerializable(typeof(ShownStatus))]
[JsonSerializable(typeof(ShownServiceEntry))]
[JsonSerializable(typeof(PlannedHost))]
[JsonSerializable(typeof(VerifiedHost))]
[JsonSerializable(typeof(ChangedHost))]
[JsonSerializable(typeof(RefusedCommand))]
[JsonSerializable(typeof(IReadOnlyList<PastChange>))]
[JsonSerializable(typeof(IReadOnlyList<ManualUndo>))]
[JsonSerializable(typeof(ShownTraffic))]
[JsonSerializable(typeof(IReadOnlyList<ShownSetting>))]
[JsonSerializable(typeof(CheckedSettings))]
[JsonSerializable(typeof(JournalEntry))]
[JsonSerializable(typeof(PendingConfirm))]
[JsonSerializable(typeof(IReadOnlyList<StoredScope>))]
internal sealed partial class AgentJson : JsonSerializerContext
{
    /// <summary>No page shows this JSON: an apostrophe stays one. Control characters are escaped all the same.</summary>
    private static JavaScriptEncoder Plain => JavaScriptEncoder.UnsafeRelaxedJsonEscaping;

    // Made when they are first used: most commands need one of them or none, and each costs a start a tenth of a millisecond.

    /// <summary>For people too: indented, and nothing left out, so that a query finds its key.</summary>
    public static AgentJson Shown => field ??= new(new(JsonSerializerDefaults.Web) { WriteIndented = true, Encoder = Plain });

    /// <summary>The same for a plan, of which thousands of steps have the same windows and risks.</summary>
    public static AgentJson Planned =>
        field ??= new(
            new(JsonSerializerDefaults.Web)
            {
                WriteIndented = true,
                Encoder = Plain,
                Converters =
                {
                    new SharedJson<Window>(Shown.Window, EqualityComparer<Window>.Default),
                    new SharedJson<IReadOnlyList<Risk>>(Shown.IReadOnlyListRisk, ReferenceEqualityComparer.Instance),
                },
            }
        );

    /// <summary>The same on one line.</summary>
    public static AgentJson Lines => field ??= new(new(JsonSerializerDefaults.Web) { Encoder = Plain });

    /// <summary>The journal, whose entries have many fields that are rarely set.</summary>
    public static AgentJson Journal =>
        field ??= new(new(JsonSerializerDefaults.Web) { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault });
}
