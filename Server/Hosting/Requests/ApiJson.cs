using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Agents;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Fleet.Servers;
using IwTune.Shared.Fleet.Webhooks;
using IwTune.Shared.Wire;

namespace IwTune.Server.Hosting.Requests;

/// <summary>
/// How documents of the API are read and written: by code that was generated at build, as strictly as <see cref="StrictJson"/> says.
/// </summary>
internal static class ApiJson
{
    // The first that knows a type writes it.
    private static readonly IJsonTypeInfoResolver[] Forms =
    [
        EnrolmentJson.Default,
        WireJson.Default,
        HostsJson.Default,
        AgentsJson.Default,
        InboxJson.Default,
        PoliciesJson.Default,
        InsightJson.Default,
        AdministrationJson.Default,
        RolloutJson.Default,
        StandingJson.Default,
        ImpactJson.Default,
        ComplianceJson.Default,
        DirectoryJson.Default,
        RetentionJson.Default,
        ExceptionJson.Default,
        AccessJson.Default,
        WebhookJson.Default,
        SignInJson.Default,
        ServersJson.Default,
        KeysJson.Default,
        AuditJson.Default,
    ];

    public static void Use(JsonSerializerOptions options)
    {
        for (var i = 0; i < Forms.Length; i++)
            options.TypeInfoResolverChain.Insert(i, Forms[i]);
        options.DefaultIgnoreCondition = WireJson.Default.Options.DefaultIgnoreCondition;
        StrictJson.Read(options);
    }
}
