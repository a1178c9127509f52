using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Linux.Netlink;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Netlink;

/// <summary>Lossless on unknown attributes; harmless on bytes that are not a route.</summary>
public sealed class RouteMessageProperties
{
    /// <summary>
    /// Types that the writer converts on purpose: metrics, multipath, cache information, and what a nexthop object hides.
    /// </summary>
    private static readonly ushort[] Known = [1, 2, 4, 5, 6, 8, 9, 12, 15, 18, 21, 22, 23, 30];

    private static readonly Gen<byte[]> Payload = Gen.Choose(0, 40)
        .SelectMany(length => Gen.Choose(0, 255).Select(value => (byte)value).ArrayOf(length));

    private static readonly Gen<(ushort Type, byte[] Payload)> Unknown =
        from type in Gen.Choose(0, 0x3fff).Where(type => !Known.Contains((ushort)type))
        from flag in Gen.Elements<ushort>(0, 0x8000, 0x4000)
        from payload in Payload
        select ((ushort)(type | flag), payload);

    private static readonly Gen<(ushort Type, byte[] Payload)> OtherMetric =
        from type in Gen.Choose(1, 40).Where(type => type is not (11 or 14))
        from payload in Payload
        select ((ushort)type, payload);

    private static readonly Gen<Window> AnyWindow =
        from cwnd in Gen.OneOf(Gen.Constant<int?>(null), Gen.Choose(1, 1023).Select(value => (int?)value))
        from rwnd in Gen.OneOf(Gen.Constant<int?>(null), Gen.Choose(1, 1023).Select(value => (int?)value))
        select new Window(cwnd, rwnd);

    private static readonly Gen<byte[]> AnyRoute =
        from unknown in Unknown.ListOf()
        from metrics in OtherMetric.ListOf()
        from window in AnyWindow
        from metricsFlag in Gen.Elements<ushort>(0, 0x8000)
        from at in Gen.Choose(0, 20)
        select Compose(unknown, metrics, window, metricsFlag, at);

    [Fact]
    public void Everything_but_the_window_is_written_back_as_it_was_read() =>
        Prop.ForAll(
                AnyRoute.ToArbitrary(),
                AnyWindow.ToArbitrary(),
                (raw, wanted) =>
                {
                    var before = RouteMessage.Read(raw);
                    var after = RouteMessage.Read(before.ReplaceRequest(wanted).AsMemory(NetlinkWriter.MessageHeader));
                    return after.Window == wanted
                        && after.SameExceptWindow(before)
                        && before.SameExceptWindow(after)
                        && Others(after.Raw).SequenceEqual(Others(before.Raw), StringComparer.Ordinal);
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(500));

    [Fact]
    public void A_window_and_back_gives_the_same_attributes() =>
        Prop.ForAll(
                AnyRoute.ToArbitrary(),
                AnyWindow.ToArbitrary(),
                (raw, wanted) =>
                {
                    var before = RouteMessage.Read(raw);
                    var changed = RouteMessage.Read(before.ReplaceRequest(wanted).AsMemory(NetlinkWriter.MessageHeader));
                    var back = RouteMessage.Read(changed.ReplaceRequest(before.Window).AsMemory(NetlinkWriter.MessageHeader));
                    return back.Window == before.Window && back.SameExceptWindow(before);
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(500));

    [Fact]
    public void One_changed_byte_outside_the_window_is_a_difference() =>
        Prop.ForAll(
                Unknown.NonEmptyListOf().ToArbitrary(),
                Gen.Choose(0, int.MaxValue).ToArbitrary(),
                (unknown, which) =>
                {
                    var raw = Compose(unknown, [], Window.Unset, 0, 0);
                    var payloads = unknown.Where(attribute => attribute.Payload.Length > 0).ToList();
                    if (payloads.Count == 0)
                        return true;
                    payloads[which % payloads.Count].Payload[0] ^= 1;
                    return !RouteMessage.Read(raw).SameExceptWindow(RouteMessage.Read(Compose(unknown, [], Window.Unset, 0, 0)));
                }
            )
            .Check(Config.QuickThrowOnFailure);

    [Fact]
    public void Arbitrary_bytes_give_a_route_or_the_readers_own_error() =>
        Prop.ForAll(Gen.Choose(0, 255).Select(value => (byte)value).ArrayOf().ToArbitrary(), bytes => Survives(() => ReadAll(bytes)))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(2000));

    [Theory]
    [InlineData("ipv4")]
    [InlineData("ipv6")]
    public void A_damaged_capture_gives_routes_or_the_readers_own_error(string family)
    {
        var datagrams = Capture.Datagrams(family).ToArray();
        var damage =
            from which in Gen.Elements<byte[]>(datagrams)
            from flips in Gen.Choose(0, which.Length - 1)
                .SelectMany(at => Gen.Choose(0, 255).Select(value => (at, (byte)value)))
                .NonEmptyListOf()
            from length in Gen.Choose(0, which.Length)
            select Damaged(which, flips, length);
        Prop.ForAll(damage.ToArbitrary(), bytes => Survives(() => ReadAll(bytes))).Check(Config.QuickThrowOnFailure.WithMaxTest(3000));
    }

    private static byte[] Damaged(byte[] datagram, IEnumerable<(int At, byte Value)> flips, int length)
    {
        var copy = datagram.ToArray();
        foreach (var (at, value) in flips)
            copy[at] = value;
        return copy[..length];
    }

    private static void ReadAll(byte[] bytes)
    {
        ReadOnlyMemory<byte> datagram = bytes;
        while (NetlinkMessage.TryTake(ref datagram, out var message))
        {
            if (message.Type is MessageType.Error or MessageType.Done)
                _ = NetlinkError.Read(message)?.ToString();
            else if (message.Type == MessageType.NewLink)
                _ = LinkMessage.Read(message.Body.Span);
            else
                Use(RouteMessage.Read(message.Body));
        }
        Use(RouteMessage.Read(bytes));
    }

    private static void Use(RouteMessage route)
    {
        _ = route.ToString() + route.Source;
        _ = route.ReplaceRequest(new Window(10, 20));
        _ = route.SameExceptWindow(route);
    }

    private static bool Survives(Action read)
    {
        try
        {
            read();
            return true;
        }
        catch (NetlinkFormatException)
        {
            return true;
        }
    }

    private static byte[] Compose(
        IEnumerable<(ushort, byte[])> unknown,
        IEnumerable<(ushort, byte[])> metrics,
        Window window,
        ushort metricsFlag,
        int at
    )
    {
        var nest = new NetlinkWriter();
        foreach (var (type, payload) in metrics)
            nest.Attribute(type, payload);
        if (window.InitCwnd is { } cwnd)
            nest.UInt32((ushort)RouteMetric.InitCwnd, (uint)cwnd);
        if (window.InitRwnd is { } rwnd)
            nest.UInt32((ushort)RouteMetric.InitRwnd, (uint)rwnd);
        var route = new NetlinkWriter().Bytes([RouteNumbers.Inet, 0, 0, 0, 254, 3, 0, 1, 0, 0, 0, 0]);
        var index = 0;
        foreach (var (type, payload) in unknown)
        {
            if (index++ == at)
                AddMetrics();
            route.Attribute(type, payload);
        }
        if (index <= at)
            AddMetrics();
        return route.ToArray();

        void AddMetrics()
        {
            if (nest.Length > 0)
                route.Attribute((ushort)((ushort)RouteAttribute.Metrics | metricsFlag), nest.ToArray());
        }
    }

    private static IEnumerable<string> Others(ReadOnlyMemory<byte> raw)
    {
        var others = new List<string>();
        foreach (var attribute in new Attributes(raw.Span[RouteMessage.HeaderLength..]))
        {
            if (attribute.Route == RouteAttribute.Metrics)
            {
                foreach (var metric in new Attributes(attribute.Payload))
                {
                    if (metric.Metric is not (RouteMetric.InitCwnd or RouteMetric.InitRwnd))
                        others.Add($"metric {metric.RawType} {Convert.ToHexString(metric.Payload)}");
                }
            }
            else
            {
                others.Add($"{attribute.RawType} {Convert.ToHexString(attribute.Payload)}");
            }
        }
        return others.Order(StringComparer.Ordinal);
    }
}
