using System.Globalization;
using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Packets that the host's own queue drops before they leave.</summary>
internal static class TransmitQueue
{
    /// <summary>Fewer packets show nothing about a share.</summary>
    private const long Least = 10_000;

    private const double Some = 0.0001,
        Many = 0.01;

    /// <summary>The queueing discipline that holds as many packets as the interface says.</summary>
    private const string ByLength = "pfifo_fast";

    public static readonly Check<HostFindings> Check = new(
        "transmit-queue",
        DiagnosisGroup.Machine,
        "A first flight enters the interface's queue at once. What the queue cannot hold is dropped inside the host, before any link or "
            + "router. A queue that is shorter than a first flight drops part of every one; a packet that the card splits counts once.",
        "net/sched/sch_generic.c; tc-pfifo_fast(8); ip-link(8), txqueuelen",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        var up = host.Links.Where(link => link.IsUp).ToList();
        if (up.Count == 0)
            return CheckAnswer.NotKnown("no interface is up");
        if (up.Find(link => link.Qdisc == ByLength && link.QueueLength < Flight(host, link.Name)) is { } small)
            return CheckAnswer.Problem(
                $"{small.Name}: the queue ({small.Qdisc}) holds {small.QueueLength} packets, a first flight has {Flight(host, small.Name)}",
                $"ip link set {small.Name} txqueuelen 1000"
            );
        var worst = up.Where(link => link.QueuedPackets + link.QueueDrops >= Least).MaxBy(Share);
        if (worst is null || Share(worst) < Some)
            return CheckAnswer.Ok(string.Join(", ", up.Select(Told)));
        var found = string.Create(
            CultureInfo.InvariantCulture,
            $"{worst.Name}: the queue ({worst.Qdisc}) dropped {worst.QueueDrops:N0} of {worst.QueuedPackets + worst.QueueDrops:N0} packets"
        );
        var fix =
            $"Find out why with 'tc -s qdisc show dev {worst.Name}'. Pacing (fq) avoids bursts: tc qdisc replace dev {worst.Name} root fq";
        return Share(worst) >= Many ? CheckAnswer.Problem(found, fix) : CheckAnswer.Advice(found, fix);
    }

    private static int Flight(HostFindings host, string link) =>
        host
            .Routes.Where(route => route.Target.Interface == link)
            .Select(route => route.Target.Current.InitCwnd ?? 10)
            .DefaultIfEmpty(10)
            .Max();

    private static double Share(LinkFinding link) => link.QueueDrops / (double)Math.Max(1, link.QueuedPackets + link.QueueDrops);

    private static string Told(LinkFinding link) =>
        link.Qdisc is "noqueue" or ""
            ? $"{link.Name} has no queue"
            : string.Create(CultureInfo.InvariantCulture, $"{link.Name} {link.Qdisc}, {link.QueueDrops:N0} dropped");
}
